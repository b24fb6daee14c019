import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { sumMinor } from '@repasse/values/money';
import { type EventEnvelope } from '@repasse/contracts';
import { LedgerFault } from '../domain/ledger';
import { acceptSurplus, applySurplus, receiveSurplus, refundSurplus, type SurplusFacts } from '../domain/surplus';
import { refundOrder, takeBack, type Taking } from '../domain/take-back';
import { type Books } from '../store/books/books';
import {
  type Standing,
  type StoredSurplus,
  type Surplus,
  type SurplusKey,
  type SurplusStatus,
} from '../store/books/surpluses';
import { holdingsOf } from '../store/books/holdings';
import { newTransactionId, type Booking, type BookingDependencies } from './booking';

type Received = EventEnvelope<'repasse.charge.surplus_received.v1'>;
type Resolved = EventEnvelope<'repasse.charge.surplus_resolved.v1'>;
type Refunded = EventEnvelope<'repasse.charge.surplus_refunded.v1'>;

/** Books money that a charge had no use for. */
export const receivedSurplus: Booking<Received['type']> = {
  needs: ({ chargeId, userId }) => ({ surplusCharges: [chargeId], users: [userId] }),
  book: ({ data }, { accounts, surpluses }, o) => {
    if (surpluses.find(data) !== undefined) {
      logRepeat(o, data, 'surplus already booked');
      return;
    }
    const isAccepted = data.handling === 'ACCEPT';
    const [surplus, bookedAt] = [surplusOf(data, isAccepted), toIso(o.clock.now())];
    surpluses.add(surplus, bookedAt);
    accounts.post(receiveSurplus(factsOf(surplus, newTransactionId(o), data.receivedAt), isAccepted), bookedAt);
  },
};

/** Books what the merchant decides about it. */
export const resolvedSurplus: Booking<Resolved['type']> = {
  // The refund's own events tell when it has gone back; until then it is held.
  concerns: ({ handling }) => handling !== 'REFUND',
  needs: ({ chargeId, userId }) => ({ surplusCharges: [chargeId], users: [userId] }),
  book: ({ data }, { accounts, surpluses }, o) => {
    const { handling, resolvedAt: at } = data;
    if (handling === 'REFUND') return;
    const surplus = surplusFor(data, surpluses);
    // Of one receipt the charge may use a part, and the merchant keep the rest.
    const amountMinor = Math.min(data.surplusAmountMinor, surplus.heldMinor);
    if (amountMinor === 0 || surplus.handlings.includes(handling)) {
      logRepeat(o, data, 'surplus already decided');
      return;
    }
    const transactionId = newTransactionId(o);
    const facts = factsOf({ ...surplus, amountMinor }, transactionId, at);
    surpluses.resolve(surplus, afterDecision(surplus, handling, amountMinor, at), {
      handling,
      amountMinor,
      transactionId,
    });
    accounts.post(handling === 'ACCEPT' ? acceptSurplus(facts) : applySurplus(facts), toIso(o.clock.now()));
  },
};

/** Books its way back. */
export const refundedSurplus: Booking<Refunded['type']> = {
  needs: ({ chargeId, userId, currency, amountMinor }) => ({
    surplusCharges: [chargeId],
    takings: [{ userId, currency, amountMinor }],
  }),
  book: ({ data }, books, o) => {
    const { refundId, amountMinor, refundedAt: at } = data;
    const surplus = surplusFor(data, books.surpluses);
    if (surplus.refunds.some((refund) => refund.refundId === refundId)) {
      logRepeat(o, data, 'refund of a surplus already booked');
      return;
    }
    const transactionId = newTransactionId(o);
    const heldMinor = Math.min(surplus.heldMinor, amountMinor);
    const takings = takenFromOwner(surplus, amountMinor - heldMinor, books);
    const facts = factsOf({ ...surplus, amountMinor }, transactionId, at);
    books.accounts.post(refundSurplus(facts, heldMinor, takings), toIso(o.clock.now()));
    books.releases.take(takings);
    books.surpluses.refund(surplus, afterRefund(surplus, heldMinor, amountMinor, at), {
      refundId,
      amountMinor,
      transactionId,
    });
  },
};

const surplusOf = (data: Received['data'], isAccepted: boolean): Surplus => ({
  chargeId: data.chargeId,
  paymentId: data.paymentId,
  providerReference: data.providerReference,
  userId: data.userId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.surplusAmountMinor,
  heldMinor: isAccepted ? 0 : data.surplusAmountMinor,
  currency: data.currency,
  statusReason: data.statusReason,
  status: isAccepted ? 'ACCEPTED' : 'HELD',
  receivedAt: data.receivedAt,
});

const factsOf = (surplus: Surplus, transactionId: string, occurredAt: string): SurplusFacts => ({
  ...surplus,
  transactionId,
  occurredAt,
});

/** The receipt an event speaks of. Its arrival comes before it in the stream, so without it something is wrong. */
const surplusFor = (key: SurplusKey, { find }: Books['surpluses']): StoredSurplus => {
  const surplus = find(key);
  if (surplus !== undefined) return surplus;
  const detail = `Charge ${key.chargeId}: no surplus ${key.providerReference} of payment ${key.paymentId} was booked.`;
  throw new LedgerFault('ledger.surplus_missing', detail);
};

/** The rest of a surplus stays held. */
const afterDecision = (surplus: Surplus, handling: 'ACCEPT' | 'APPLY', amountMinor: number, at: string): Standing => {
  const heldMinor = surplus.heldMinor - amountMinor;
  return { heldMinor, status: heldMinor > 0 ? 'HELD' : statusAfter(handling), at };
};

const statusAfter = (handling: 'ACCEPT' | 'APPLY'): SurplusStatus => {
  switch (handling) {
    case 'ACCEPT':
      return 'ACCEPTED';
    case 'APPLY':
      return 'APPLIED';
    default:
      return assertNever(handling);
  }
};

/** Part of it may have gone back while the rest still waits, or stays with the merchant. */
const afterRefund = (surplus: StoredSurplus, fromHeldMinor: number, amountMinor: number, at: string): Standing => {
  const heldMinor = surplus.heldMinor - fromHeldMinor;
  if (heldMinor > 0) return { heldMinor, status: 'HELD', at };
  const refundedMinor = sumMinor(surplus.refunds.map((refund) => refund.amountMinor));
  const isAllBack = refundedMinor + amountMinor >= surplus.amountMinor;
  return { heldMinor, status: isAllBack || surplus.status === 'HELD' ? 'REFUNDED' : surplus.status, at };
};

/** The money that the merchant had kept and now gives back. */
const takenFromOwner = ({ userId, currency }: Surplus, amountMinor: number, books: Books): Taking[] => {
  if (amountMinor === 0) return [];
  const contribution = { userId, isOwner: true, amountMinor };
  const holdings = holdingsOf([contribution], books, { releasesOf: null, currency });
  return [takeBack(contribution, holdings.get(userId), refundOrder)];
};

const logRepeat = ({ log }: BookingDependencies, key: SurplusKey, what: string): void =>
  log.warn({ chargeId: key.chargeId, paymentId: key.paymentId, providerReference: key.providerReference }, what);
