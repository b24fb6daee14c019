import { type components } from '@repasse/contracts/generated/http/identity';

export type FieldChange = components['schemas']['AuditChange'];

/** As many and as long as identity keeps: contracts, AuditChange. */
const fieldsMax = 40;
const nameCharactersMax = 100;
const textCharactersMax = 160;

/** Fields whose values are nobody's to read, whatever the API shows. */
const secretName = /secret|token|password/i;
const mask = '***';

/** When it was written is the entry's own to say. */
const unsaid = new Set(['updatedAt']);

/** The fields of a setting that a change made others, by their path; a secret is masked, and still seen to have changed. */
export const changedFields = (before: unknown, after: unknown): readonly FieldChange[] => {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((field) => was.get(field) !== is.get(field) && field.length <= nameCharactersMax)
    .slice(0, fieldsMax)
    .map((field) => ({
      field,
      ...shownOf('before', field, was.get(field)),
      ...shownOf('after', field, is.get(field)),
    }));
};

/** What has a value, as text, by its path. */
const leavesOf = (value: unknown, path = ''): ReadonlyMap<string, string> => {
  if (typeof value === 'object' && value !== null)
    return new Map(
      Object.entries(value)
        .filter(([name]) => !unsaid.has(name))
        .flatMap(([name, part]) => [...leavesOf(part, path === '' ? name : `${path}.${name}`)]),
    );
  if (value === null || value === undefined || path === '') return new Map();
  return new Map([[path, typeof value === 'string' ? value : JSON.stringify(value)]]);
};

const shownOf = (side: 'before' | 'after', field: string, text: string | undefined): object =>
  text === undefined ? {} : { [side]: secretName.test(field) ? mask : shortened(text) };

const shortened = (text: string): string =>
  text.length > textCharactersMax ? `${text.slice(0, textCharactersMax - 1)}…` : text;
