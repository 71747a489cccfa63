/** The address that `href` means on a page at `base`; undefined if it is none. */
export function resolveUrl(href: string, base?: string): URL | undefined {
  // `URL.parse` would do, but not every Node 20 has it.
  return URL.canParse(href, base) ? new URL(href, base) : undefined;
}

/** A page's identity: its address in normal form, without fragment. */
export function normalUrl(url: string): string {
  const parsed = resolveUrl(url);
  if (parsed === undefined) return url;
  parsed.hash = '';
  return parsed.href;
}
