function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d || unit === 0x0c;
}

/** Index of the first unit of `source[start, end)` that is not HTML white space; `end` if there is none. */
export function skipSpace(source: string, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(source.charCodeAt(at))) at++;
  return at;
}
