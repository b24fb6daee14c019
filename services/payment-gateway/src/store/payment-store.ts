import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type EventStore } from '@repasse/chassis/event-store/event-store';
import { createExecutor, isUniqueViolation } from '@repasse/chassis/event-store/execute';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type PaymentEvent, type PaymentState } from '../domain/payment';
import { payment, type PaymentCommand, type RequestPayment } from '../domain/payment.decide';
import { type Payer } from '../providers/provider';
import { effectsOf } from './payment-effects';
import { toPublic } from './public-events';

export interface Decided {
  readonly state: PaymentState;
  /** Empty when the command changed nothing. */
  readonly events: readonly PaymentEvent[];
}

export interface PaymentStore {
  /** Opens a payment, or finds the one opened before under the same id; the payer is kept with the first. */
  request(command: RequestPayment, payer: Payer | null): Promise<Decided | Rejection>;
  run(paymentId: string, command: Exclude<PaymentCommand, RequestPayment>): Promise<Decided | Rejection>;
  load(paymentId: string): Promise<PaymentState>;
  nextInvoiceId(): Promise<number>;
  payerOf(paymentId: string): Promise<Payer | null>;
}

export const createPaymentStore = (o: { db: Database; store: EventStore; ids: Ids }): PaymentStore => {
  const executorFor = (payer: Payer | null) =>
    createExecutor({
      store: o.store,
      decider: payment,
      toPublic,
      effectsOf: (state, events) => effectsOf(state, events, payer),
      ids: o.ids,
    });
  const executor = executorFor(null);
  return {
    request: async (command, payer) => {
      const { paymentId } = command.data.facts;
      const first = executorFor(payer);
      // Nearly every request is the first under its id, so nothing is loaded. What is refused on that assumption is
      // decided again on what there is: a repeat may come when a first request would be too late.
      const outcome = decided(await first.run(paymentId, command, { isNew: true }));
      return isRejection(outcome) ? decided(await first.run(paymentId, command)) : outcome;
    },
    run: async (paymentId, command) => decided(await executor.run(paymentId, command)),
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
  };
};

type Outcome = Awaited<
  ReturnType<ReturnType<typeof createExecutor<PaymentCommand, PaymentState, PaymentEvent>>['run']>
>;

/** The only unique key a decision can run into is a receipt that another payment has already. */
const decided = (outcome: Outcome): Decided | Rejection => {
  if (isRejection(outcome)) return outcome;
  if (!isUniqueViolation(outcome)) return outcome;
  return {
    rejected: true,
    code: 'payment.receipt_taken',
    detail: `The receipt is recorded for another payment (${outcome.constraint}).`,
  };
};
