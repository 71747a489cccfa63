const spacer =
  /[/_-](?:spacer|pixel|blank|clear|transparent|1x1|dot_clear|clearpixel|shim|placeholder|no[-_]?image)(?:-\d+x\d+)?\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)/i;
const spinner = /[/_-](?:loading|loader|spinner)\.(?:gif|svg)(?:[?#]|$)/i;

/** A picture that shows nothing, by its name: pages are laid out by such, or have one in the place of a real one. */
export function isSpacer(address: string): boolean {
  return spacer.test(address) || spinner.test(address);
}
