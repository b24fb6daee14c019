import { importFaults } from '../../texts/import-faults.ts';
import { type Texts } from '../../texts/shape.ts';
import { type RefusedRow } from './refused-rows.ts';

export type FaultTexts = Pick<Texts, 'locale'> & {
  readonly selling: Pick<Texts['selling'], 'faults'>;
  readonly problems: Pick<Texts['problems'], 'byCode'>;
};

/** What is wrong with a row in the reader's language: by its code, by what is said of the file, or by its column. */
export const faultText = ({ column, message, code }: RefusedRow, { locale, selling, problems }: FaultTexts): string => {
  const known = code === undefined ? undefined : problems.byCode[code];
  if (known !== undefined) return known;
  const texts = importFaults[locale];
  if (texts === undefined) return message;
  const said = texts.ofFile.find(([pattern]) => pattern.test(message));
  if (said !== undefined) return message.replace(...said);
  if (message.startsWith('is not for a ')) return texts.notForKind;
  const ofCell = texts.ofCell[column] ?? selling.faults[column];
  if (/^is (?:required|missing)/.test(message)) return ofCell ?? texts.missing;
  return ofCell ?? message;
};
