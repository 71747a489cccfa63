/**
 * Style that can neither leave its element nor run anything. No browser of today runs scripts from CSS; those that
 * did (`expression()`, `behavior`, `-moz-binding`, script addresses) are still in use in a few offices.
 */

/** What old browsers run. `scroll-behavior` and `overscroll-behavior` are other, harmless words. */
const running = /expression\s*\(|(?<![\w-])behaviou?r\s*:|-moz-binding|(?:java|vb|live)script\s*:|data:text/i;

/** The content for a `<style>` element. */
export function safeStyleSheet(css: string): string {
  const tame = css
    .replace(/expression(?=\s*\()/gi, 'no-expression')
    .replace(/(?<![\w-])behaviou?r(?=\s*:)/gi, 'no-behavior')
    .replace(/-moz-binding/gi, 'no-binding')
    .replace(/(?:java|vb|live)script(?=\s*:)/gi, 'no-script');
  return runsSomething(tame) ? '' : withoutTags(tame);
}

/** Is this value of a `style` attribute one to leave out? */
export function isUnsafeStyle(css: string): boolean {
  return runsSomething(css);
}

/** Looks at the style as a browser reads it: comments gone, escapes replaced, full-width letters folded. */
function runsSomething(css: string): boolean {
  const read = css
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\\(?:([\da-f]{1,6})\s?|([\s\S]))/gi, unescapeCss);
  const folded = /[^\0-\x7f]/.test(read) ? read.normalize('NFKC') : read;
  // Our own harmless words contain the harmful ones.
  return running.test(folded.replace(/[\0-\x1f\x7f]/g, '').replace(/no-(?:expression|script|binding)/g, ''));
}

function unescapeCss(_: string, hex: string | undefined, character: string | undefined): string {
  if (hex === undefined) return character ?? '';
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

/**
 * No `<` that could begin a tag is left, so it does not matter whether a parser reads the element as raw text (as
 * in HTML) or as markup (as inside SVG). In a string `\3c ` is the same character; HTML comment signs mean nothing
 * in CSS. Lost: a media query such as `(width<600px)` without a space after the sign.
 */
function withoutTags(css: string): string {
  return css.replace(/<!--|-->/g, '').replace(/<(?=[a-z/!?])/gi, '\\3c ');
}
