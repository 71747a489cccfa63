/**
 * The only script of the file: leads from the list of changes to their places in the frames. Without it the list and
 * the pages are there all the same.
 */
export const viewScript: string = `
'use strict';
const frames = [...document.querySelectorAll('iframe')];
const links = [...document.querySelectorAll('a[data-changes]')];
let current = -1;

function placeIn(frame, link) {
  for (const name of ['change', 'place'])
    for (const number of link.dataset.changes.split(' ')) {
      const found = frame.contentDocument?.querySelector('[data-dehusk-' + name + '~="' + number + '"]');
      if (found) return found;
    }
  return null;
}

function show(index) {
  if (links.length === 0) return;
  current = (index + links.length) % links.length;
  const link = links[current];
  for (const one of links) one.toggleAttribute('aria-current', one === link);
  link.scrollIntoView({ block: 'nearest' });
  for (const frame of frames) {
    for (const one of frame.contentDocument?.querySelectorAll('[data-dehusk-current]') ?? [])
      one.removeAttribute('data-dehusk-current');
    const place = placeIn(frame, link);
    place?.setAttribute('data-dehusk-current', '');
    place?.scrollIntoView({ block: 'center' });
  }
}

for (const [index, link] of links.entries())
  link.addEventListener('click', (event) => {
    event.preventDefault();
    show(index);
  });
for (const button of document.querySelectorAll('button[data-step]'))
  button.addEventListener('click', () => show(current + Number(button.dataset.step)));
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'n' || event.key === 'j') show(current + 1);
  if (event.key === 'p' || event.key === 'k') show(current - 1);
});
if (matchMedia('(max-width: 48rem)').matches) document.querySelector('details').open = false;
`;

/** Names the script in the file's policy; a test keeps the two in step. */
export const viewScriptHash = 'sha256-/jmoFa8ZXsIvYku5AZpOvuhbVKylwlRcR8WbF4taM4U=';
