import { eventCatalogue } from '@repasse/contracts';
import { columnsOf, isOfFirstLevel } from '../scripts/event-columns.mjs';

/** The paths of all values in data, as `shares[].parts[].amountMinor`. */
const pathsOf = (data: unknown, path = ''): readonly string[] => {
  if (Array.isArray(data)) return data.flatMap((item) => pathsOf(item, `${path}[]`));
  if (data === null || typeof data !== 'object') return [path];
  return Object.entries(data).flatMap(([name, value]) => pathsOf(value, path === '' ? name : `${path}.${name}`));
};

const kindsOf = (type: string) => {
  const schema = eventCatalogue.find((event) => event.type === type)?.schema;
  return new Map(columnsOf(schema).map((column) => [column.path, column]));
};

describe('the fields of an event, as data teams read them', () => {
  it.each(eventCatalogue)('have everything that the example of $name has', ({ schema, example }) => {
    const listed = new Set(columnsOf(schema).map(({ path }) => path));

    // A list of texts is one field, without a line for its items.
    const missing = pathsOf(example).filter((path) => !listed.has(path) && !listed.has(path.replace(/\[\]$/, '')));
    expect(missing).toEqual([]);
  });

  it.each(eventCatalogue)('give each column of the view of $name its own name', ({ schema }) => {
    const columns = columnsOf(schema).filter(isOfFirstLevel);
    const names = [...columns.map(({ column }) => column), 'event_id', 'subject', 'position', 'event_time'];

    expect(new Set(names).size).toBe(names.length);
  });

  it('say of what kind they are, in which unit, and what may be missing', () => {
    const paid = kindsOf('repasse.charge.paid.v1');

    expect(paid.get('paidAt')).toMatchObject({ column: 'paid_at', kind: 'time', unit: 'UTC', isOptional: false });
    expect(paid.get('grossAmountMinor')).toMatchObject({ kind: 'integer', unit: 'minor units' });
    expect(paid.get('statusReason')).toMatchObject({ kind: 'string', isNullable: true });
    expect(paid.get('installments')).toMatchObject({ isOptional: true, isNullable: false });
    expect(paid.get('shares[].parts[].percentBps')).toMatchObject({ unit: 'basis points' });
  });
});
