import { decodeHTMLAttribute } from 'entities/decode';

/** An attribute value: its range of the source with character references replaced. */
export function readValue(source: string, start: number, end: number): string {
  const raw = source.slice(start, end);
  return raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
}
