/**
 * A tab that shows the template of a page. The template stands in a frame that may run nothing and is of no origin, so
 * that a page cannot act through it as the extension; and it has no script left in the first place.
 */
import { text } from './text.ts';
import { api } from './web-extension.ts';

async function showTemplate(): Promise<void> {
  document.title = text('templateOf');
  const key = location.hash.slice(1);
  const html = (await api.storage.session.get(key))[key];
  if (typeof html === 'string') {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', '');
    frame.title = text('templateOf');
    frame.srcdoc = html;
    document.body.append(frame);
    return;
  }
  const missing = document.getElementById('missing')!;
  missing.textContent = text('templateMissing');
  missing.hidden = false;
}

void showTemplate();
