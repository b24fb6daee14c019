import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { assertNever } from '@repasse/chassis/decider';
import { type EventEnvelope } from '@repasse/contracts';
import { LedgerFault, type LedgerTransaction } from '../domain/ledger';
import { acceptSurplus, applySurplus, receiveSurplus, refundSurplus, type SurplusFacts } from '../domain/surplus';
import { refundOrder, takeBack, type Taking } from '../domain/take-back';
import { readHoldings } from '../store/read-holdings';
import {
  keepSurplus,
  keepSurplusRefund,
  lockSurplus,
  settleSurplus,
  type Surplus,
  type SurplusKey,
} from '../store/surpluses';
import { shrinkReleases } from '../store/write-reversal';
import { lockLedger, writeTransactions } from '../store/write-transactions';
import { type BookingDependencies } from './book-paid-charges';

type Received = EventEnvelope<'repasse.charge.surplus_received.v1'>;
type Resolved = EventEnvelope<'repasse.charge.surplus_resolved.v1'>;
type Refunded = EventEnvelope<'repasse.charge.surplus_refunded.v1'>;

/** Books money that a charge had no use for: its arrival, what the merchant decides about it, and its way back. */
export const bookSurplus = (o: BookingDependencies) => {
  const write = (tx: Tx, transaction: LedgerTransaction): Promise<void> =>
    writeTransactions(tx, [{ transaction, bookedAt: toIso(o.clock.now()) }], o.ids);
  const newTransactionId = (): string => `txn_${o.ids.ulid()}`;

  const received = async ({ data }: Received, tx: Tx): Promise<void> => {
    const isAccepted = data.handling === 'ACCEPT';
    const surplus = surplusOf(data, isAccepted);
    if (!(await keepSurplus(tx, surplus, toIso(o.clock.now())))) {
      logRepeat(o, data, 'surplus already booked');
      return;
    }
    await write(tx, receiveSurplus(factsOf(surplus, newTransactionId(), data.receivedAt), isAccepted));
  };

  const resolved = async ({ data }: Resolved, tx: Tx): Promise<void> => {
    // The refund's own events tell when it has gone back; until then it is held.
    if (data.handling === 'REFUND') return;
    await lockLedger(tx);
    const surplus = await surplusFor(tx, data);
    if (surplus.status !== 'HELD') {
      logRepeat(o, data, 'surplus already decided');
      return;
    }
    const held = { ...surplus, amountMinor: surplus.heldMinor };
    const facts = factsOf(held, newTransactionId(), data.resolvedAt);
    await settleSurplus(tx, data, { status: statusAfter(data.handling), heldMinor: 0 }, data.resolvedAt);
    await write(tx, data.handling === 'ACCEPT' ? acceptSurplus(facts) : applySurplus(facts));
  };

  const refunded = async ({ data }: Refunded, tx: Tx): Promise<void> => {
    await lockLedger(tx);
    const surplus = await surplusFor(tx, data);
    const [{ refundId, amountMinor, refundedAt: at }, transactionId] = [data, newTransactionId()];
    const isNew = await keepSurplusRefund(tx, data, { refundId, amountMinor, transactionId, at });
    if (!isNew) {
      logRepeat(o, data, 'refund of a surplus already booked');
      return;
    }

    const heldMinor = Math.min(surplus.heldMinor, amountMinor);
    const takings = await takeFromOwner(tx, surplus, amountMinor - heldMinor);
    const facts = factsOf({ ...surplus, amountMinor }, transactionId, at);
    await write(tx, refundSurplus(facts, heldMinor, takings));
    await shrinkReleases(tx, takings);
    await settleSurplus(tx, data, afterRefund(surplus, heldMinor), at);
  };

  return { received, resolved, refunded };
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
const surplusFor = async (tx: Tx, key: SurplusKey): Promise<Surplus> => {
  const surplus = await lockSurplus(tx, key);
  if (surplus !== undefined) return surplus;
  const detail = `Charge ${key.chargeId}: no surplus ${key.providerReference} of payment ${key.paymentId} was booked.`;
  throw new LedgerFault('ledger.surplus_missing', detail);
};

const statusAfter = (handling: 'ACCEPT' | 'APPLY') => {
  switch (handling) {
    case 'ACCEPT':
      return 'ACCEPTED';
    case 'APPLY':
      return 'APPLIED';
    default:
      return assertNever(handling);
  }
};

/** Part of it may have gone back while the rest still waits. */
const afterRefund = (surplus: Surplus, refundedMinor: number): Pick<Surplus, 'status' | 'heldMinor'> => {
  const heldMinor = surplus.heldMinor - refundedMinor;
  return { heldMinor, status: heldMinor > 0 ? 'HELD' : 'REFUNDED' };
};

/** What the merchant had kept and now gives back. */
const takeFromOwner = async (tx: Tx, surplus: Surplus, amountMinor: number): Promise<Taking[]> => {
  if (amountMinor === 0) return [];
  const { userId, currency } = surplus;
  const giving = { userId, isOwner: true, amountMinor };
  const holdings = await readHoldings(tx, { settlementId: null, currency, givings: [giving] });
  return [takeBack(giving, holdings.get(userId), refundOrder)];
};

const logRepeat = ({ log }: BookingDependencies, key: SurplusKey, what: string): void =>
  log.warn({ chargeId: key.chargeId, paymentId: key.paymentId, providerReference: key.providerReference }, what);
