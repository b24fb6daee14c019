import { escapeMarkup } from '@repasse/values/texts/markup';

/** Text that is HTML already. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | number | Markup | readonly Markup[];

/** HTML with every value escaped, unless it is markup itself. What a merchant wrote never becomes an element. */
export const html = (fixed: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(fixed.reduce((text, next, index) => text + written(parts[index - 1] ?? '') + next));

const written = (part: Part): string => {
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escapeMarkup(String(part));
};
