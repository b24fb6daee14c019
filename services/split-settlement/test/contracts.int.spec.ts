import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import {
  catalogueEntry,
  eventCatalogue,
  parseEvent,
  sourceOf,
  validateEvent,
  type AnyEvent,
  type EventType,
} from '@repasse/contracts';
import { releaseScheduleOf } from '../src/config';
import { bookPaidCharges } from '../src/kafka/book-paid-charges';
import { openLedgerDatabase, release, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('contracts');
  // Moments after the example of ChargePaid was paid, so that its funds are released with it.
  ledger.clock.set('2026-11-21T12:03:11.000Z');
});
afterAll(() => ledger.close());

const exampleOf = (type: EventType): AnyEvent => {
  const { example, schema, service } = catalogueEntry(type);
  const subject = String(example['chargeId']);
  const common = { id: 'evt_1', source: sourceOf(service), subject, time: '2026-11-21T12:03:11.000Z', position: 1 };
  return parseEvent({ ...common, type, dataSchema: schema.$id, data: example });
};

const handle = (event: AnyEvent) =>
  ledger.db.transaction((tx) =>
    bookPaidCharges({
      schedule: releaseScheduleOf({ release }),
      ids: randomIds,
      clock: ledger.clock,
      log: createLogger({ service: 'contracts', level: 'silent' }),
    })([event], tx),
  );

describe('the contracts of split-settlement', () => {
  it.each(eventCatalogue.filter(({ topic }) => topic === 'charge.events.v1').map(({ type }) => type))(
    'accept the published example of %s',
    async (type) => {
      await expect(handle(exampleOf(type))).resolves.toBeUndefined();
    },
  );

  it('hold for everything that is published', async () => {
    const rows = await ledger.db.query<{ type: EventType; payload: object; topic: string }>(
      'select type, payload, topic from outbox order by id',
    );

    expect(new Set(rows.map(({ type }) => type))).toEqual(
      new Set(eventCatalogue.filter(({ service }) => service === 'split-settlement').map(({ type }) => type)),
    );
    for (const { type, payload, topic } of rows) {
      expect(topic).toBe('settlement.events.v1');
      expect(validateEvent(type, payload)).toEqual([]);
    }
  });
});
