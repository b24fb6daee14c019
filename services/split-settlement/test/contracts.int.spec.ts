import {
  catalogueEntry,
  eventCatalogue,
  parseEvent,
  sourceOf,
  validateEvent,
  type AnyEvent,
  type EventType,
} from '@repasse/contracts';
import { checkLedger } from '../src/store/check-ledger';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

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

const handle = (event: AnyEvent) => (event.source === sourceOf('charge') ? ledger.tell(event) : ledger.dispute(event));

/** What must have happened before others make sense; everything else may come in any order. */
const first: readonly EventType[] = [
  'repasse.charge.paid.v1',
  'repasse.charge.surplus_received.v1',
  'repasse.dispute.opened.v1',
];
const consumed = eventCatalogue
  .filter(({ topic }) => topic === 'charge.events.v1' || topic === 'payment.events.v1')
  .map(({ type }) => type);

describe('the contracts of split-settlement', () => {
  it.each([...first, ...consumed.filter((type) => !first.includes(type))])(
    'accept the published example of %s',
    async (type) => {
      await expect(handle(exampleOf(type))).resolves.toBeUndefined();
    },
  );

  it('leave the books balanced when every example has been booked', async () => {
    expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true });
  });

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
