/** A colour as red, green and blue from 0 to 255. */
type Rgb = readonly [number, number, number];

/** What a page stands on, as base.css has it. */
export interface Surface {
  readonly paper: string;
  readonly ground: string;
  readonly lineStrong: string;
}

export const surfaces = {
  light: { paper: '#ffffff', ground: '#f3f6f4', lineStrong: '#77857d' },
  dark: { paper: '#18211d', ground: '#0f1613', lineStrong: '#84948c' },
} as const satisfies Readonly<Record<string, Surface>>;

/** WCAG 2.2: text (1.4.3), and the edge of what is pressed (1.4.11). */
const textContrastMin = 4.5;
const edgeContrastMin = 3;

const [black, white] = ['#000000', '#ffffff'];
/** As much of the colour as behind what is chosen, and of black or white where a button is pointed at. */
const faintShare = 0.1;
const hoverShare = 0.12;

const colour = /^#[0-9a-f]{6}$/i;

/**
 * The style sheet that gives a page the colour of its merchant; null without one, and for what is no colour, whoever wrote it.
 * Buttons take it as it is, with black or white on it. Text, links and marks take it only where it can be read on the page, else
 * they keep ours: a merchant chooses a colour, not whether payers can read. A selector gives it to a part of a page alone.
 */
export const brandStyleOf = (brandColor: string | null | undefined, selector = ':root'): string | null => {
  if (typeof brandColor !== 'string' || !colour.test(brandColor)) return null;
  const chosen = brandColor.toLowerCase();
  // Not on paper: a receipt is printed black on white. Each for itself: the one may leave ours where the other does not.
  return Object.entries(surfaces)
    .map(
      ([scheme, on]) => `@media screen and (prefers-color-scheme:${scheme}){${selector}{${declarations(chosen, on)}}}`,
    )
    .join('');
};

const declarations = (chosen: string, on: Surface): string =>
  Object.entries(brandColoursOf(chosen, on))
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** By the names of base.css; without those that stay as they are there. */
export const brandColoursOf = (
  chosen: string,
  { paper, ground, lineStrong }: Surface,
): Readonly<Record<string, string>> => {
  const onFill = contrastOf(chosen, black) > contrastOf(chosen, white) ? black : white;
  const faint = mixed(paper, chosen, faintShare);
  const least = (surroundings: readonly string[]): number =>
    Math.min(...surroundings.map((each) => contrastOf(chosen, each)));
  return {
    fill: chosen,
    'on-fill': onFill,
    // Away from the text on it, which is read the better.
    'fill-hover': mixed(chosen, onFill === white ? black : white, hoverShare),
    'fill-edge': least([paper, ground]) >= edgeContrastMin ? chosen : lineStrong,
    ...(least([paper, ground, faint]) >= textContrastMin && {
      brand: chosen,
      'brand-dark': chosen,
      'brand-faint': faint,
    }),
  };
};

/** From 1 to 21, by WCAG 2.2. */
export const contrastOf = (one: string, other: string): number => {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

const luminanceOf = (text: string): number => {
  const [red, green, blue] = rgbOf(text).map(linear) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const rgbOf = (text: string): Rgb => {
  const all = Number.parseInt(text.slice(1), 16);
  return [all >> 16, (all >> 8) & 255, all & 255];
};

const mixed = (one: string, other: string, share: number): string => {
  const [a, b] = [rgbOf(one), rgbOf(other)];
  const parts = a.map((part, at) => Math.round(part + ((b[at] ?? part) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
};
