/** Numbers as the report writes them. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** `1 site`, `2,944 pages`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const units = ['B', 'KB', 'MB', 'GB'];

/** `0 B`, `338 KB`, `16.9 MB`. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${Number(value.toFixed(value < 99.95 && unit > 0 ? 1 : 0))} ${units[unit]}`;
}

/** Of parsing: `0.003×`, `1.8×`, `22×`. */
export function timesText(ratio: number): string {
  return `${ratio >= 10 ? ratio.toFixed(0) : Number(ratio.toPrecision(2))}×`;
}
