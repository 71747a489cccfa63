/** Files of the user's, by the browser's own ways of saving and choosing. */
import { element } from './element.ts';

export function save(content: BlobPart, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element('a', { attributes: { href: url, download: name } }).click();
  // Not at once: the browser may not have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** `accept`: as of the HTML attribute. */
export function chooseFile(accept: string, chosen: (file: File) => void): void {
  const chooser = element('input', { attributes: { type: 'file', accept } });
  chooser.addEventListener('change', () => {
    const file = chooser.files?.[0];
    if (file !== undefined) chosen(file);
  });
  chooser.click();
}
