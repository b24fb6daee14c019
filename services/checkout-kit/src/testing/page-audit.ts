import type { Page } from 'playwright-core';

export interface PageAudit {
  /** Visible texts whose colours are closer than WCAG 2.2 AA allows: 4.5 to 1, and 3 to 1 for large ones. */
  readonly contrast: readonly string[];
  /** Visible controls that a screen reader could only call by their kind, and pictures it could not describe. */
  readonly nameless: readonly string[];
  readonly isWiderThanScreen: boolean;
}

/** What a page is to be, whatever it shows. */
export const faultless: PageAudit = { contrast: [], nameless: [], isWiderThanScreen: false };

/** What is wrong with what can be seen of a page now. */
export const audit = async (page: Page): Promise<PageAudit> => ({
  contrast: await page.evaluate(`(${measureContrast})()`),
  nameless: await page.evaluate(`(${findNameless})()`),
  isWiderThanScreen: await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'),
});

/** These run in the page, so they are text: this program knows no DOM. */
const measureContrast = `() => {
  const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parse = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const backgroundOf = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const faults = [];
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    const isField = element.matches('input:not([type=radio]), select');
    if ((!hasText && !isField) || !element.checkVisibility() || element.closest('.unseen, .skip, option')) continue;
    const style = getComputedStyle(element);
    const [light, dark] = [luminance(parse(style.color)), luminance(backgroundOf(element))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) faults.push(element.textContent.trim().slice(0, 40) + ' ' + ratio.toFixed(2));
  }
  return faults;
}`;

const findNameless = `() => {
  const nameOf = (element) =>
    element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.alt || element.textContent || '';
  return [...document.querySelectorAll('a[href], button, input, select, img, [role=alert]')]
    .filter((element) => element.checkVisibility() && nameOf(element).trim() === '')
    .map((element) => element.outerHTML.slice(0, 120));
}`;
