/** How the fetcher introduces itself. */
import { createRequire } from 'node:module';
import { DehuskError } from '../../errors.ts';

/** What robots.txt knows us by. */
export const productToken = 'dehusk';

/** `dehusk/1.2.3`, and in brackets whom to write to, if the user says. */
export function userAgentOf(contact: string | undefined): string {
  const product = `${productToken}/${ownVersion()}`;
  if (contact === undefined) return product;
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,198}[\x21-\x7e])?$/.test(contact) || /[()\\]/.test(contact)) {
    const expected = 'an address in ASCII, without brackets';
    throw new DehuskError('USAGE_VALUE_BAD', { flag: 'contact', expected, value: contact, hint: '' });
  }
  return `${product} (+${contact})`;
}

/** By the package's own name: this file lies at other depths in other builds. */
function ownVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('dehusk/package.json');
  return (manifest as { readonly version: string }).version;
}
