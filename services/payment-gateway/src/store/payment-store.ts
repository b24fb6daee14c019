import { isRejection, reject, type Rejection } from '@repasse/chassis/decider';
import { type EventStore } from '@repasse/chassis/event-store/event-store';
import { createExecutor, isUniqueViolation } from '@repasse/chassis/event-store/execute';
import { type Ids } from '@repasse/chassis/ids';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type PaymentState } from '../domain/payment';
import { type LaterCommand, type PaymentCommand, type RequestPayment } from '../domain/payment-commands';
import { dueAfter } from '../domain/due-time';
import { payment } from '../domain/payment.decide';
import { type PaymentEvent } from '../domain/payment-events';
import { type Payer } from '../providers/provider';
import { createEndedCharges, type EndedCharges } from './ended-charges';
import { timeOf } from './event-time';
import { insisting } from './insisting';
import { type CheckoutPlace } from './checkouts';
import { type Beside, effectsOf } from './payment-effects';
import { toPublic } from './public-events';
import { createTurns } from './turns';

export interface Decided {
  readonly state: PaymentState;
  /** Empty when the command changed nothing. */
  readonly events: readonly PaymentEvent[];
}

export interface PaymentStore {
  readonly endedCharges: EndedCharges;
  /** Opens a payment, or finds the one opened before under the same id; what is told beside it is kept with the first. */
  request(command: RequestPayment, payer: Payer | null, checkout?: CheckoutPlace): Promise<Decided | Rejection>;
  run(paymentId: string, command: LaterCommand, tx?: Tx): Promise<Decided | Rejection>;
  load(paymentId: string): Promise<PaymentState>;
  /**
   * Calls back with the time at which a payment is to be looked at again, after each commit that sets one. Not for
   * commands in a caller's transaction, of whose commit only the caller knows.
   */
  onDue(listener: (dueAt: string) => void): void;
  nextInvoiceId(): Promise<number>;
  payerOf(paymentId: string): Promise<Payer | null>;
  /** The payment a provider means; null when it is nobody's here. */
  findByProviderReference(provider: string, reference: string): Promise<string | null>;
  /** The payment of a refund that a provider means; null when it is nobody's here. */
  findByRefundReference(provider: string, reference: string): Promise<string | null>;
  findByInvoice(invoiceId: number): Promise<{ paymentId: string; userId: number } | null>;
  /** A charge's payments that have neither been paid nor ended, but for one. */
  openOfCharge(chargeId: string, except: string | null, tx: Tx): Promise<readonly string[]>;
}

export const createPaymentStore = (o: { db: Database; store: EventStore; ids: Ids }): PaymentStore => {
  const executorFor = (beside: Beside) =>
    createExecutor({
      store: o.store,
      decider: payment,
      toPublic,
      effectsOf: (state, events) => effectsOf(state, events, beside),
      ids: o.ids,
    });
  const executor = executorFor({ payer: null });
  const inTurn = createTurns();
  const listeners: ((dueAt: string) => void)[] = [];
  const told = (outcome: Decided | Rejection): Decided | Rejection => {
    const dueAt = isRejection(outcome) ? null : dueAtOf(outcome);
    if (dueAt !== null) for (const listener of listeners) listener(dueAt);
    return outcome;
  };
  return {
    endedCharges: createEndedCharges(o.db),
    request: async (command, payer, checkout) => {
      const { paymentId } = command.data.facts;
      const first = executorFor({ payer, checkout });
      // Nearly every request is the first under its id, so nothing is loaded. What is refused on that assumption is
      // decided again on what there is: a repeat may come when a first request would be too late.
      const outcome = decided(await first.run(paymentId, command, { isNew: true }));
      return told(isRejection(outcome) ? decided(await first.run(paymentId, command)) : outcome);
    },
    run: async (paymentId, command, tx) => {
      if (tx !== undefined) return decided(await executor.run(paymentId, command, { tx }));
      // Within this process commands on one payment take turns; other processes are given way to.
      return told(decided(await inTurn(paymentId, () => insisting(() => executor.run(paymentId, command)))));
    },
    onDue: (listener) => listeners.push(listener),
    load: async (paymentId) => (await executor.load(paymentId)).state,
    nextInvoiceId: async () => {
      const [row] = await o.db.query<{ invoice_id: number }>(`select nextval('invoice_ids') as invoice_id`);
      if (row === undefined) throw new Error('The sequence of invoice ids gave nothing.');
      return row.invoice_id;
    },
    payerOf: async (paymentId) => {
      const [payer] = await o.db.query<Payer>('select name, email, document from payers where payment_id = $1', [
        paymentId,
      ]);
      return payer ?? null;
    },
    findByProviderReference: async (provider, reference) => {
      const [row] = await o.db.query<{ paymentId: string }>(findByReferenceSql, [provider, reference]);
      return row?.paymentId ?? null;
    },
    findByRefundReference: async (provider, reference) => {
      const [row] = await o.db.query<{ paymentId: string }>(findByRefundSql, [provider, reference]);
      return row?.paymentId ?? null;
    },
    findByInvoice: async (invoiceId) => {
      const [row] = await o.db.query<{ paymentId: string; userId: number }>(findByInvoiceSql, [invoiceId]);
      return row ?? null;
    },
    openOfCharge: async (chargeId, except, tx) => {
      const rows = await tx.query<{ paymentId: string }>(openOfChargeSql, [chargeId, except]);
      return rows.map(({ paymentId }) => paymentId);
    },
  };
};

const findByReferenceSql = `
  select payment_id as "paymentId" from payments where provider = $1 and provider_reference = $2`;

const findByRefundSql = `
  select payment_id as "paymentId" from refund_references where provider = $1 and provider_reference = $2`;

const findByInvoiceSql = `
  select payment_id as "paymentId", user_id as "userId" from payments where invoice_id = $1`;

const openOfChargeSql = `
  select payment_id as "paymentId" from payments
  where charge_id = $1 and payment_id is distinct from $2
    and status in ('requested', 'unknown', 'offered', 'confirming')
  order by payment_id`;

type Outcome = Awaited<
  ReturnType<ReturnType<typeof createExecutor<PaymentCommand, PaymentState, PaymentEvent>>['run']>
>;

/** As the effects of the events have it. */
const dueAtOf = ({ state, events }: Decided): string | null => {
  const last = events.at(-1);
  return last === undefined ? null : dueAfter(state, timeOf(last));
};

/** A decision can run into a receipt that another payment has already, and into another try of the same checkout. */
const decided = (outcome: Outcome): Decided | Rejection => {
  if (isRejection(outcome)) return outcome;
  if (!isUniqueViolation(outcome)) return outcome;
  if (outcome.constraint === 'checkout_payments_once') {
    return reject('payment.card_in_progress', 'Another card was sent under the same checkout at the same time.');
  }
  return {
    rejected: true,
    code: 'payment.receipt_taken',
    detail: `The receipt is recorded for another payment (${outcome.constraint}).`,
  };
};
