import { defaultPrincipals, type Principals, type Reader } from './acl-table';

const fields: ReadonlySet<string> = new Set(['service', 'services', 'readers']);
const readerFields: ReadonlySet<string> = new Set(['principal', 'groupPrefix', 'topics']);

/** Reads the JSON of --principals. A field that is left out has its default; a wrong one is refused by name. */
export const principalsIn = (json: string): Principals => {
  const given: unknown = JSON.parse(json);
  if (!isRecord(given)) throw new Error('The file of principals must hold one JSON object.');
  const faults = [
    ...unknownFields(given, fields),
    ...(isText(given['service'] ?? '') ? [] : ['service must be a text']),
    ...(areTexts(given['services'] ?? {}) ? [] : ['services must be texts by service']),
    ...readerFaults(given['readers'] ?? []),
  ];
  if (faults.length > 0) throw new Error(`The file of principals has faults: ${faults.join('; ')}.`);
  return { ...defaultPrincipals, ...given };
};

const readerFaults = (readers: unknown): string[] => {
  if (!Array.isArray(readers)) return ['readers must be a list'];
  return readers.flatMap((reader: unknown, index) =>
    isReader(reader) ? [] : [`readers[${index}] needs principal, groupPrefix that is not empty, and topics as a list`],
  );
};

/** An empty prefix would be every group. */
const isReader = (reader: unknown): reader is Reader =>
  isRecord(reader) &&
  unknownFields(reader, readerFields).length === 0 &&
  isText(reader['principal']) &&
  isText(reader['groupPrefix']) &&
  reader['groupPrefix'] !== '' &&
  (reader['topics'] === undefined || (Array.isArray(reader['topics']) && reader['topics'].every(isText)));

const unknownFields = (given: object, known: ReadonlySet<string>): string[] =>
  Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => `${name} is no field`);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isText);
