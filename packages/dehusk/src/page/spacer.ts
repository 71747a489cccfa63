const spacer =
  /[/_-](?:spacer|pixel|blank|clear|transparent|1x1|dot_clear|clearpixel|shim)\.(?:gif|png|svg|jpe?g)(?:[?#]|$)/i;

/** A picture that shows nothing, by its name: pages are laid out by such, and systems name one where there is none. */
export function isSpacer(address: string): boolean {
  return spacer.test(address);
}
