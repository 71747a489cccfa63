/** The words of the extension. All of them are in `messages.json`, which is one file for each language. */
import type messages from './messages.json';
import type { ListedChange } from './protocol.ts';
import { api } from './web-extension.ts';

export type MessageName = keyof typeof messages;

/** A text in the user's language; `values` stand where it says `$1`, `$2`. */
export function text(name: MessageName, ...values: readonly (string | number)[]): string {
  return api.i18n.getMessage(name, values.map(String));
}

/** For names that came as messages; what is no name is said as it is. */
export function textOf(name: string): string {
  return api.i18n.getMessage(name) || name;
}

/** What a change is called: on the page and in the panel. */
export const changeNames: Readonly<Record<ListedChange['kind'], MessageName>> = {
  new: 'changeNew',
  gone: 'changeGone',
  moved: 'changeMoved',
  altered: 'changeAltered',
};
