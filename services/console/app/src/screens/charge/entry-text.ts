import { type components } from '@repasse/contracts/generated/http/invoice-query';
import { type Texts } from '../../texts/shape.ts';
import { timelinePt, type TimelineWording } from '../../texts/timeline.ts';

type Entry = Pick<components['schemas']['TimelineEntry'], 'type' | 'text'> & { readonly details: unknown };
type Sayings = Readonly<Record<string, (details: unknown, wording: TimelineWording) => string>>;

/** The details of an entry are the data of its event, and its type says which. */
const sayings: Readonly<Partial<Record<Texts['locale'], Sayings>>> = { 'pt-BR': timelinePt as unknown as Sayings };

/** What happened, in the reader's language; an event of a later release in the API's words. */
export const entryText = (entry: Entry, locale: Texts['locale'], wording: TimelineWording) => {
  const say = sayings[locale]?.[entry.type];
  return say === undefined ? { text: entry.text, lang: 'en' } : { text: say(entry.details, wording), lang: locale };
};
