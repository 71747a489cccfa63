/** The character references of HTML: by name, by number, and those that lack their semicolon. */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import type { CharacterReferences } from '../page.ts';

export const htmlReferences: CharacterReferences = { inText: decodeHTML, inValue: decodeHTMLAttribute };
