/**
 * Block style clusters (Definition 1, readings C4 and C6): blocks of the same layout style whose positions have as
 * many layers and lie near each other. One pass, leader algorithm: a block joins the first cluster whose leader, its
 * first member, it fits, or founds one.
 *
 * What a style at a position has joined is remembered. That is exact: the first cluster that fits it stays the first,
 * because later ones come behind it. So a block costs one look-up, and only a style at a new place a search, which
 * looks at the positions near it instead of at all leaders.
 */
import { grown } from '../../page/words/lexicon.ts';
import { KeyTable } from '../../table/key-table.ts';
import { Positions } from './positions.ts';

/** The first member of a cluster: its layout style, as 64 bits, and its position. */
export interface StyleLeader {
  readonly high: number;
  readonly low: number;
  readonly position: readonly number[];
}

export class StyleClusters {
  count = 0;
  readonly positions: Positions = new Positions();
  readonly #tolerance: number;
  readonly #styles = new KeyTable();
  /** (style, position) → number, and by that number the cluster. */
  readonly #places = new KeyTable();
  #clusterOf = new Int32Array(256);
  /** Of each cluster's leader. */
  #styleHigh = new Int32Array(256);
  #styleLow = new Int32Array(256);
  #position = new Int32Array(256);

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  get sizeBytes(): number {
    const columns = [this.#clusterOf, this.#styleHigh, this.#styleLow, this.#position];
    const tables = this.positions.sizeBytes + this.#styles.sizeBytes + this.#places.sizeBytes;
    return columns.reduce((sum, { byteLength }) => sum + byteLength, tables);
  }

  /** The cluster of a block with this style at this position. */
  join(high: number, low: number, position: number): number {
    const known = this.#places.count;
    const style = this.#styles.intern(high, low, 0);
    const place = this.#places.intern(style, position, 0);
    if (place < known) return this.#clusterOf[place]!;
    const cluster = this.#firstFitting(style, position) ?? this.#found(high, low, position);
    this.#settle(place, cluster);
    return cluster;
  }

  /** Founds a cluster with the leader of an earlier one. */
  restore({ high, low, position }: StyleLeader): number {
    const at = this.positions.of(position);
    const cluster = this.#found(high, low, at);
    this.#settle(this.#places.intern(this.#styles.intern(high, low, 0), at, 0), cluster);
    return cluster;
  }

  /** Whether the leader stands too deep to be carried. */
  isDeep(cluster: number): boolean {
    return this.positions.isDeep(this.#position[cluster]!);
  }

  /** The leader's style and position sequence. */
  leader(cluster: number): StyleLeader {
    return {
      high: this.#styleHigh[cluster]!,
      low: this.#styleLow[cluster]!,
      position: this.positions.sequence(this.#position[cluster]!),
    };
  }

  #settle(place: number, cluster: number): void {
    this.#clusterOf = grown(this.#clusterOf, place + 1);
    this.#clusterOf[place] = cluster;
  }

  #firstFitting(style: number, position: number): number | undefined {
    const { positions } = this;
    const count = positions.near(position, this.#tolerance);
    let first: number | undefined;
    for (let i = 0; i < count; i++) {
      const near = positions.nearby[i]!;
      const place = near === position ? -1 : this.#places.find(style, near, 0);
      if (place === -1) continue;
      const cluster = this.#clusterOf[place]!;
      const isLeader = this.#position[cluster] === near;
      if (isLeader && (first === undefined || cluster < first)) first = cluster;
    }
    return first;
  }

  #found(high: number, low: number, position: number): number {
    const cluster = this.count++;
    this.#styleHigh = grown(this.#styleHigh, this.count);
    this.#styleLow = grown(this.#styleLow, this.count);
    this.#position = grown(this.#position, this.count);
    this.#styleHigh[cluster] = high;
    this.#styleLow[cluster] = low;
    this.#position[cluster] = position;
    return cluster;
  }
}
