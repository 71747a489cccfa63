/**
 * An address as a hyperlink of Alarte 2014 (Definition 2.2.4): the host and the folders of the path, word by word.
 *
 * The name of the resource is no word. The thesis writes folders without a slash too (`www.bbc.com/news`), so the
 * last word is a name only if it has a dot and no slash behind it; that reproduces every printed value (A3). Scheme,
 * query and fragment are left out, and `www.`, without which a link to the bare host would lead out of the site.
 */
import { siteHost } from './site-host.ts';

/** Of any string; one that is not resolved begins with a folder instead of a host. */
export function urlWords(url: string): readonly string[] {
  const [host = '', ...path] = url
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .split('/');
  if (path.at(-1)?.includes('.')) path.pop();
  return [siteHost(host), ...path.filter((word) => word !== '')];
}
