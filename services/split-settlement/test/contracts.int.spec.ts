import { randomIds } from '@repasse/chassis/ids';
import {
  catalogueEntry,
  eventCatalogue,
  parseEvent,
  sourceOf,
  topicOf,
  validateEvent,
  type AnyEvent,
  type EventType,
} from '@repasse/contracts';
import { bookWithdrawal } from '../src/store/book-withdrawal';
import { openBooks } from '../src/store/books/books';
import { checkLedger } from '../src/store/check-ledger';
import { expireWaiting } from '../src/store/expire-waiting';
import { settleHeldShares } from '../src/store/held-shares/settle';
import { chargeWithHeldShare, hashOf } from './support/held-shares';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';
import { ask, fundsFor, payoutEvent, termsFor } from './support/withdrawals';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('contracts');
  // Moments after the example of ChargePaid was paid, so that its funds are released with it.
  ledger.clock.set('2026-11-21T12:03:11.000Z');
});
afterAll(() => ledger.close());

const exampleOf = (type: EventType, change: object = {}): AnyEvent => {
  const { example, schema, service } = catalogueEntry(type);
  const subject = String(example['chargeId'] ?? example['withdrawalId']);
  const common = { id: 'evt_1', source: sourceOf(service), subject, time: '2026-11-21T12:03:11.000Z', position: 1 };
  return parseEvent({ ...common, type, dataSchema: schema.$id, data: { ...example, ...change } });
};

const handle = (event: AnyEvent): Promise<void> => {
  if (event.source === sourceOf('charge')) return ledger.tell(event);
  return topicOf(event.type) === 'payout.events.v1' ? ledger.tell(event) : ledger.tell(event);
};

/** A payout ends in one way only, so each example is of a withdrawal of its own. */
const payoutExampleOf = async (type: EventType): Promise<AnyEvent> => {
  const { amountMinor } = catalogueEntry(type).example as { amountMinor: number };
  // A user without a debt from other examples.
  const userId = 30_001;
  const terms = termsFor(userId, amountMinor);
  await ledger.tell(fundsFor(userId, amountMinor));
  await ask(ledger, terms);
  const ofIt = { userId, withdrawalId: terms.withdrawalId };
  if (type === 'repasse.payout.returned.v1') await ledger.tell(payoutEvent('repasse.payout.settled.v1', terms));
  return exampleOf(type, ofIt);
};

/** Events that others depend on; all others may come in any order. */
const first: readonly EventType[] = [
  'repasse.charge.paid.v1',
  'repasse.charge.surplus_received.v1',
  'repasse.dispute.opened.v1',
];
const consumed = eventCatalogue
  .filter(({ topic }) => ['charge.events.v1', 'payment.events.v1', 'payout.events.v1'].includes(topic))
  .map(({ type }) => type);

describe('the contracts of split-settlement', () => {
  it.each([...first, ...consumed.filter((type) => !first.includes(type))])(
    'accept the published example of %s',
    async (type) => {
      const isOfPayout = topicOf(type) === 'payout.events.v1';
      const event = isOfPayout ? await payoutExampleOf(type) : exampleOf(type);
      await expect(handle(event)).resolves.toBeUndefined();
    },
  );

  it('hold for a withdrawal that nobody released', async () => {
    const terms = termsFor(30_002, 1_000);
    await ledger.tell(fundsFor(terms.userId, 1_000));
    const at = ledger.clock.now().toISOString();
    await ledger.db.transaction(async (tx) => {
      const { withdrawalId, userId } = terms;
      const books = await openBooks(tx, [{ withdrawalIds: [withdrawalId], users: [userId] }], randomIds);
      const o = { ids: randomIds, occurredAt: at };
      bookWithdrawal(books, { type: 'WithdrawalProposed', data: { terms, releaseUntil: at, at } }, o);
      await books.write();
    });
    const waiting = [{ withdrawalId: terms.withdrawalId }];
    await expect(expireWaiting(ledger.db, randomIds, waiting, at)).resolves.toBe(1);
  });

  it('hold for shares that wait, one claimed and one returned', async () => {
    const [owner, other, seller] = [30_003, 30_004, 30_005];
    await ledger.book(chargeWithHeldShare({ owner, other, seller }));
    await ledger.book(chargeWithHeldShare({ owner, other, seller: 30_006 }));
    await ledger.db.query('insert into known_users (email_hash, user_id) values ($1, $2)', [hashOf(seller), seller]);
    await ledger.db.query(`insert into payees (user_id, verification) values ($1, 'VERIFIED')`, [seller]);

    await expect(settleHeldShares(ledger.db, randomIds, '2027-06-01T12:00:00.000Z', 100)).resolves.toBeGreaterThan(1);
  });

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
      expect(topic).toBe(topicOf(type));
      expect(validateEvent(type, payload)).toEqual([]);
    }
  });
});
