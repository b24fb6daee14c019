import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { assertNever } from '@repasse/chassis/decider';
import { type EventEnvelope } from '@repasse/contracts';
import { LedgerFault, type LedgerTransaction } from '../domain/ledger';
import { acceptSurplus, applySurplus, receiveSurplus, refundSurplus, type SurplusFacts } from '../domain/surplus';
import { refundOrder, takeBack, type Taking } from '../domain/take-back';
import { readHoldings } from '../store/read-holdings';
import {
  keepResolution,
  keepSurplus,
  keepSurplusRefund,
  lockSurplus,
  settleSurplus,
  type StoredSurplus,
  type Surplus,
  type SurplusKey,
  type SurplusStatus,
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
    // Of one receipt the charge may use a part, and the merchant keep the rest.
    const [amountMinor, transactionId] = [Math.min(data.surplusAmountMinor, surplus.heldMinor), newTransactionId()];
    const resolution = { handling: data.handling, amountMinor, transactionId, at: data.resolvedAt };
    if (amountMinor === 0 || !(await keepResolution(tx, data, resolution))) {
      logRepeat(o, data, 'surplus already decided');
      return;
    }
    const facts = factsOf({ ...surplus, amountMinor }, transactionId, data.resolvedAt);
    await settleSurplus(tx, data, afterDecision(surplus, data.handling, amountMinor), data.resolvedAt);
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
    await settleSurplus(tx, data, afterRefund(surplus, heldMinor, amountMinor), at);
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
const surplusFor = async (tx: Tx, key: SurplusKey): Promise<StoredSurplus> => {
  const surplus = await lockSurplus(tx, key);
  if (surplus !== undefined) return surplus;
  const detail = `Charge ${key.chargeId}: no surplus ${key.providerReference} of payment ${key.paymentId} was booked.`;
  throw new LedgerFault('ledger.surplus_missing', detail);
};

type Standing = Pick<Surplus, 'status' | 'heldMinor'>;

/** What is left of it waits on. */
const afterDecision = (surplus: Surplus, handling: 'ACCEPT' | 'APPLY', amountMinor: number): Standing => {
  const heldMinor = surplus.heldMinor - amountMinor;
  return { heldMinor, status: heldMinor > 0 ? 'HELD' : statusAfter(handling) };
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
const afterRefund = (surplus: StoredSurplus, fromHeldMinor: number, amountMinor: number): Standing => {
  const heldMinor = surplus.heldMinor - fromHeldMinor;
  if (heldMinor > 0) return { heldMinor, status: 'HELD' };
  const isAllBack = surplus.refundedMinor + amountMinor >= surplus.amountMinor;
  return { heldMinor, status: isAllBack || surplus.status === 'HELD' ? 'REFUNDED' : surplus.status };
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
