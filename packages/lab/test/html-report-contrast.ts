/** Which texts of a page are hard to read: a contrast below 4.5, as WCAG 2 counts it. */
import type { Page as Tab } from 'playwright-core';

export interface Contrast {
  readonly checked: number;
  readonly low: readonly string[];
}

export function lowContrastTexts(tab: Tab): Promise<Contrast> {
  return tab.evaluate(`(() => {
    const parse = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
    const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
    const ground = (element) => {
      for (let one = element; one; one = one.parentElement) {
        const [red, green, blue, alpha = 1] = parse(getComputedStyle(one).backgroundColor);
        if (alpha > 0) return [red, green, blue];
      }
      return [255, 255, 255];
    };
    const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const texts = [...document.body.querySelectorAll('*')]
      .filter((element) => hasText(element) && element.checkVisibility() && !element.matches('script,style,option,title,desc'));
    const low = [];
    for (const element of texts) {
      const style = getComputedStyle(element);
      const ink = luminance(parse(element instanceof SVGElement ? style.fill : style.color));
      const paper = luminance(ground(element));
      const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
      if (contrast < 4.5) low.push(element.outerHTML.slice(0, 90) + ': ' + contrast.toFixed(2));
    }
    return { checked: texts.length, low };
  })()`);
}
