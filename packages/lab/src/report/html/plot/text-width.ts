/** How wide text is on a plot, about: nobody can measure letters here, and names are in Latin ones. */
export function textWidth(text: string): number {
  return text.length * 6.9;
}
