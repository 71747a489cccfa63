/**
 * The elements of a page as regions: runs of segments, one inside the other. Elements that hold the same segments are
 * one region, so wrappers do not count, and a region has two segments at least.
 *
 *     <body> <div> <h1>a</h1> <p>b</p> </div> <footer>c</footer> </body>
 *
 *     region   from   to   parent        leaf of a and b: 0
 *     0        0      2    1    a b      leaf of c: 1
 *     1        0      3    -    a b c
 */
import type { Outline } from './outline.ts';

export interface Regions {
  readonly count: number;
  /** The first segment of each, and the one behind its last. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** The next larger region; −1 for the largest. */
  readonly parent: Int32Array;
  /** For each segment the smallest region that holds it; −1 for the only segment of a page. */
  readonly leaf: Int32Array;
}

/** A region is open as long as the next segment is joined to this one at its depth or below. */
export function regionsOf({ count: segments, joint }: Outline): Regions {
  // Each but the largest is joined to another one or to a segment.
  const most = Math.max(0, segments - 1);
  const [from, to] = [new Uint32Array(most), new Uint32Array(most)];
  const parent = new Int32Array(most).fill(-1);
  const leaf = new Int32Array(segments);
  const open: number[] = [];
  const depths: number[] = [];
  let count = 0;
  for (let i = 0; i < segments; i++) {
    const next = i + 1 < segments ? joint[i + 1]! : -1;
    leaf[i] = open.at(-1) ?? -1;
    let inner = -1;
    while (depths.length > 0 && depths.at(-1)! > next) {
      depths.pop();
      inner = open.pop()!;
      to[inner] = i + 1;
    }
    if (next < 0 || depths.at(-1) === next) continue;
    // What was closed just now is inside, else this segment is the first.
    if (inner < 0) leaf[i] = count;
    else parent[inner] = count;
    from[count] = inner < 0 ? i : from[inner]!;
    parent[count] = open.at(-1) ?? -1;
    open.push(count++);
    depths.push(next);
  }
  return { count, from, to, parent, leaf };
}
