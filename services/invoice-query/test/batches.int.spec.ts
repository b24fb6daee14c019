import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { callAll } from '@repasse/chassis/postgres/function-call';
import { callsOf } from '@repasse/chassis/projection/show-events';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { catalogueEntry, eventCatalogue, topicOf, type AnyEvent, type EventType } from '@repasse/contracts';
import fc from 'fast-check';
import { migrations } from '../src/migrations';
import { views } from '../src/projections/all-projections';
import { event, paidStory } from './support/events';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase('batches', migrations);
});
afterAll(() => db.close());

const tables = ['received_events', ...views.flatMap((view) => view.tables)];

/** The columns to compare: when an event arrived differs from run to run. */
const comparedOf = (table: string): string => (table === 'received_events' ? '(t.sequence, t.topic, t.envelope)' : 't');

/** What the tables hold, row by row, once these batches have come. */
const contentsAfter = async (batches: readonly (readonly AnyEvent[])[]): Promise<Record<string, string[]>> => {
  await db.query(`truncate ${tables.join(', ')} restart identity`);
  for (const batch of batches) await callAll(db, callsOf(views, batch));
  const rowsOf = async (table: string) =>
    (await db.query<{ row: string }>(`select ${comparedOf(table)}::text as row from ${table} t order by 1`)).map(
      ({ row }) => row,
    );
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rowsOf(table)] as const)));
};

const cutAt = (events: readonly AnyEvent[], cuts: readonly boolean[]): AnyEvent[][] => {
  const batches: AnyEvent[][] = [[]];
  events.forEach((each, index) => {
    batches.at(-1)?.push(each);
    if (cuts[index] === true) batches.push([]);
  });
  return batches;
};

/** The types of one kind of aggregate; a view argues with no fact, so they may come in any order. */
const typesKeyedBy = (...prefixes: readonly string[]): EventType[] =>
  eventCatalogue
    .map(({ type }) => type)
    .filter((type) => prefixes.some((prefix) => type.startsWith(`repasse.${prefix}.`)));

const idsOf = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}_01KAJ2E8V4N7Q0S6T3W9X5Y1Z${index + 1}`);

const kinds = [
  { key: 'chargeId', types: typesKeyedBy('charge', 'attempt'), ids: idsOf('ch', 2) },
  { key: 'paymentId', types: typesKeyedBy('payment', 'refund', 'dispute'), ids: idsOf('pay', 3) },
  { key: 'withdrawalId', types: typesKeyedBy('payout'), ids: idsOf('wd', 1) },
  { key: 'chargeId', types: typesKeyedBy('split', 'funds'), ids: idsOf('ch', 2) },
] as const;

interface Drawn {
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly key: string;
}

const anyDrawn: fc.Arbitrary<Drawn> = fc.constantFrom(...kinds).chain(({ key, types, ids }) =>
  fc
    .record({
      type: fc.constantFrom(...types),
      id: fc.constantFrom(...ids),
      amountMinor: fc.constantFrom(1, 500, 9_999),
    })
    .map(({ type, id, amountMinor }) => {
      const { example } = catalogueEntry(type);
      const userId = 1_000 + Number(id.at(-1));
      // A dispute is of one payment, in whose stream its events have their positions.
      const disputeId = id.replace(/^pay_/, 'dsp_');
      const data = {
        ...('amountMinor' in example && { amountMinor }),
        ...('disputeId' in example && { disputeId }),
        userId,
        [key]: id,
      };
      return { type, key: id, data };
    }),
);

/** Counts positions within each key of a topic, a second apart. */
const eventsOf = (drawn: readonly Drawn[]): AnyEvent[] => {
  const positions = new Map<string, number>();
  return drawn.map(({ type, data, key }, index) => {
    const place = `${topicOf(type)} ${key}`;
    const position = (positions.get(place) ?? 0) + 1;
    positions.set(place, position);
    return event(type, { key, position, at: `${String(index).padStart(2, '0')}.000`, data });
  });
};

describe('the events of all topics', () => {
  it('lead to the same rows however they are cut into batches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyDrawn, { minLength: 1, maxLength: 40 }),
        fc.array(fc.boolean(), { maxLength: 40 }),
        async (drawn, cuts) => {
          const events = eventsOf(drawn);
          const oneByOne = await contentsAfter(events.map((each) => [each]));

          expect(await contentsAfter(cutAt(events, cuts))).toEqual(oneByOne);
          expect(await contentsAfter([events])).toEqual(oneByOne);
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  it('are kept and shown by one statement, whatever their number and types', async () => {
    const statements: string[] = [];
    const counted: Tx = {
      query: (sql, params) => {
        statements.push(sql);
        return db.query(sql, params);
      },
    };
    const stories = Array.from({ length: 30 }, () => paidStory());
    const allAtOnce = stories.flatMap(({ inOrder }) => inOrder);
    for (const batch of [allAtOnce, [paidStory().charge[0]!], []]) await callAll(counted, callsOf(views, batch));

    expect(statements).toHaveLength(2);
    expect(new Set(statements).size).toBe(1);
  });
});
