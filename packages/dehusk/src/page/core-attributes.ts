/** The attributes of a `<meta>`, while the core waits to be told what they mean. */
import { isSpace } from './page.ts';

interface AttributeRange {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** What a source is read by: bytes, or the units of a string. Past the end it gives 0. */
type UnitAt = (at: number) => number;

/** Each attribute of the tag in which `from` is behind the name, in the order of the source; repeated ones too. */
function* walkAttributes(unitAt: UnitAt, from: number): Generator<AttributeRange> {
  let at = from;
  const skipSpace = (): void => {
    while (isSpace(unitAt(at))) at++;
  };
  for (;;) {
    skipSpace();
    const first = unitAt(at);
    if (first === 0x3e) return;
    if (first === 0x2f) {
      at++;
      continue;
    }
    const nameStart = at++;
    while (!endsName(unitAt(at))) at++;
    const nameEnd = at;
    skipSpace();
    if (unitAt(at) !== 0x3d) {
      yield { nameStart, nameEnd, valueStart: nameEnd, valueEnd: nameEnd };
      continue;
    }
    at++;
    skipSpace();
    const quote = unitAt(at);
    const isQuoted = quote === 0x22 || quote === 0x27;
    if (isQuoted) at++;
    const valueStart = at;
    if (isQuoted) while (unitAt(at) !== quote) at++;
    else while (unitAt(at) !== 0x3e && !isSpace(unitAt(at))) at++;
    yield { nameStart, nameEnd, valueStart, valueEnd: at };
    if (isQuoted) at++;
  }
}

function endsName(unit: number): boolean {
  return unit === 0x3d || unit === 0x2f || unit === 0x3e || isSpace(unit);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Names in lower case and values as they are written; of attributes with one name the first. */
export function* attributesAt(
  bytes: Uint8Array,
  from: number,
): Generator<readonly [name: string, value: string]> {
  const seen = new Set<string>();
  const read = (start: number, end: number): string => decoder.decode(bytes.subarray(start, end));
  for (const range of walkAttributes((at) => bytes[at] ?? 0, from)) {
    const name = read(range.nameStart, range.nameEnd).toLowerCase();
    if (seen.has(name)) continue;
    seen.add(name);
    yield [name, read(range.valueStart, range.valueEnd)];
  }
}
