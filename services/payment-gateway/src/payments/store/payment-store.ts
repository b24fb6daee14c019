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
import { type Commands, createCommands, type Decided } from '../../store/commands';
import { createEndedCharges, type EndedCharges } from './ended-charges';
import { createInvoiceIds, type InvoiceIds } from './invoice-ids';
import { type Beside, chargeIsOpenConstraint, effectsOf } from './payment-effects';
import { toPublic } from '../public/public-events';

/** A payment that was asked for. */
export interface Requested extends Decided<PaymentState, PaymentEvent> {
  /** True when its charge was open at the moment the payment was kept; otherwise that is to be found out. */
  readonly isChargeOpen: boolean;
}

export interface PaymentStore extends Commands<PaymentCommand, LaterCommand, PaymentState, PaymentEvent> {
  readonly endedCharges: EndedCharges;
  readonly invoiceIds: InvoiceIds;
  /** Opens a payment, or finds the one opened before under the same id; `beside` is kept from the first request. */
  request(
    command: PaymentCommand<'RequestPayment'>,
    beside: { readonly payer: Payer | null },
  ): Promise<Requested | Rejection>;
  /** As this process left it, where it did so a moment ago: enough to ask a provider about it. */
  recall(paymentId: string): Promise<PaymentState>;
  payerOf(paymentId: string): Promise<Payer | null>;
  /** The payment of a provider's reference; null when there is none here. */
  findByProviderReference(provider: string, reference: string): Promise<string | null>;
  /** The payment of a provider's refund reference; null when there is none here. */
  findByRefundReference(provider: string, reference: string): Promise<string | null>;
  findByInvoice(invoiceId: number): Promise<{ paymentId: string; userId: number } | null>;
}

/** From request to offer takes a second, and most payers pay within a minute: a thousand payments are a few megabytes. */
const rememberedMax = 1_000;

export const createPaymentStore = (o: { db: Database; store: EventStore; ids: Ids }): PaymentStore => {
  const executor = createExecutor<PaymentCommand, PaymentState, PaymentEvent, Beside>({
    ...{ store: o.store, decider: payment, toPublic, effectsOf, ids: o.ids, rememberedMax },
  });
  const { told, run, runAll, load, onDue } = createCommands(executor, {
    dueAfter: (state, last) => dueAfter(state, last.at),
    // A decision can run into a receipt that another payment has already.
    taken: (constraint) => ({
      code: 'payment.receipt_taken',
      detail: `The receipt is recorded for another payment (${constraint}).`,
    }),
  });
  const open = (command: PaymentCommand<'RequestPayment'>, beside: Beside) =>
    // Nearly every request is the first under its id, so nothing is loaded for it.
    executor.run(command.data.facts.paymentId, command, { isNew: true, beside });
  return {
    endedCharges: createEndedCharges(o.db),
    invoiceIds: createInvoiceIds(o.db),
    request: async (command, beside) => {
      const isForOpenCharge = command.data.facts.chargeId !== null;
      const first = await open(command, { ...beside, isForOpenCharge });
      // Kept all the same: that it was asked for, and why it is given up, is part of its history.
      const isEnding = isUniqueViolation(first) && first.constraint === chargeIsOpenConstraint;
      const outcome = told(isEnding ? await open(command, beside) : first);
      return isRejection(outcome) ? outcome : { ...outcome, isChargeOpen: !isEnding && outcome.events.length > 0 };
    },
    ...{ run, runAll, load, onDue },
    recall: async (paymentId) => (await executor.recall(paymentId)).state,
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
  };
};

const findByReferenceSql = `
  select payment_id as "paymentId" from payments where provider = $1 and provider_reference = $2`;

const findByRefundSql = `
  select payment_id as "paymentId" from refund_references where provider = $1 and provider_reference = $2`;

const findByInvoiceSql = `
  select payment_id as "paymentId", user_id as "userId" from payments where invoice_id = $1`;
