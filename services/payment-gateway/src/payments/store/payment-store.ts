import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type EventStore } from '@repasse/chassis/event-store/event-store';
import { createExecutor, isUniqueViolation } from '@repasse/chassis/event-store/execute';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type PaymentState } from '../domain/payment';
import { type LaterCommand, type PaymentCommand } from '../domain/payment-commands';
import { dueAfter } from '../domain/due-time';
import { payment } from '../domain/payment.decide';
import { type PaymentEvent } from '../domain/payment-events';
import { type Payer } from '../../providers/provider';
import { createCommands, type Decided } from '../../store/commands';
import { createEndedCharges } from './ended-charges';
import { createInvoiceIds } from './invoice-ids';
import { type Beside, chargeIsOpenConstraint, effectsOf } from './payment-effects';
import { toPublic } from '../public/public-events';

/** A payment that was asked for. */
export interface Requested extends Decided<PaymentState, PaymentEvent> {
  /** True when its charge was open at the moment the payment was kept; otherwise that is to be found out. */
  readonly isChargeOpen: boolean;
}

export type PaymentStore = ReturnType<typeof createPaymentStore>;

/** From request to offer takes a second, and most payers pay within a minute: a thousand payments are a few megabytes. */
const rememberedMax = 1_000;

export const createPaymentStore = (o: { db: Database; store: EventStore; ids: Ids }) => {
  const executor = createExecutor<PaymentCommand, PaymentState, PaymentEvent, Beside>({
    ...{ store: o.store, decider: payment, toPublic, effectsOf, ids: o.ids, rememberedMax },
  });
  const { told, ...commands } = createCommands<PaymentCommand, LaterCommand, PaymentState, PaymentEvent, Beside>(
    executor,
    {
      dueAfter: (state, last) => dueAfter(state, last.at),
      // A decision can run into a receipt that another payment has already.
      taken: (constraint) => ({
        code: 'payment.receipt_taken',
        detail: `The receipt is recorded for another payment (${constraint}).`,
      }),
    },
  );
  const open = (command: PaymentCommand<'RequestPayment'>, beside: Beside) =>
    // Nearly every request is the first under its id, so nothing is loaded for it.
    executor.run(command.data.facts.paymentId, command, { isNew: true, beside });
  const find = async (sql: string, values: readonly unknown[]): Promise<string | null> => {
    const [row] = await o.db.query<{ paymentId: string }>(sql, values);
    return row?.paymentId ?? null;
  };
  return {
    ...commands,
    endedCharges: createEndedCharges(o.db),
    invoiceIds: createInvoiceIds(o.db),
    /** Opens a payment, or finds the one opened before under the same id; `beside` is kept from the first request. */
    request: async (
      command: PaymentCommand<'RequestPayment'>,
      beside: { readonly payer: Payer | null },
    ): Promise<Requested | Rejection> => {
      const isForOpenCharge = command.data.facts.chargeId !== null;
      const first = await open(command, { ...beside, isForOpenCharge });
      // Kept all the same: that it was asked for, and why it is given up, is part of its history.
      const isEnding = isUniqueViolation(first) && first.constraint === chargeIsOpenConstraint;
      const outcome = told(isEnding ? await open(command, beside) : first);
      return isRejection(outcome) ? outcome : { ...outcome, isChargeOpen: !isEnding && outcome.events.length > 0 };
    },
    /** As this process left it, where it did so a moment ago: enough to ask a provider about it. */
    recall: async (paymentId: string): Promise<PaymentState> => (await executor.recall(paymentId)).state,
    payerOf: async (paymentId: string): Promise<Payer | null> => {
      const [payer] = await o.db.query<Payer>(payerSql, [paymentId]);
      return payer ?? null;
    },
    /** The payment of a provider's reference; null when there is none here. */
    findByProviderReference: (provider: string, reference: string) => find(findByReferenceSql, [provider, reference]),
    /** The payment of a provider's refund reference; null when there is none here. */
    findByRefundReference: (provider: string, reference: string) => find(findByRefundSql, [provider, reference]),
    /** The payment of an invoice of this merchant; null for another's, which is the same to a caller. */
    findByInvoice: (invoiceId: number, userId: number) => find(findByInvoiceSql, [invoiceId, userId]),
  };
};

const payerSql = 'select name, email, document from payers where payment_id = $1';

const findByReferenceSql = `
  select payment_id as "paymentId" from payments where provider = $1 and provider_reference = $2`;

const findByRefundSql = `
  select payment_id as "paymentId" from refund_references where provider = $1 and provider_reference = $2`;

const findByInvoiceSql = 'select payment_id as "paymentId" from payments where invoice_id = $1 and user_id = $2';
