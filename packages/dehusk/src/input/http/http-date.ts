/** A date of an HTTP header, in milliseconds since 1970; undefined for what is none (RFC 9110, 5.6.7). */
export function httpDateMs(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(trimmed)) return undefined;
  // The oldest of the three forms, C's asctime, names no zone: it is GMT all the same.
  const isZoned = / (gmt|utc)$/i.test(trimmed);
  const ms = Date.parse(isZoned ? trimmed : `${trimmed} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}
