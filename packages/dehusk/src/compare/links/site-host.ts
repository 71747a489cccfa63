/** A host as sites are told apart by it: in lower case, without `www.` and without a user's name. */
export function siteHost(host: string): string {
  return host
    .slice(host.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/^www\.(?=.)/, '');
}
