import { hintOfAttemptId } from '@repasse/chassis/http/attempt-id';
import { isYoung, readOrRefuse, type FreshReads, type RefusalHints } from '@repasse/chassis/http/fresh-reads';
import { invoiceNumberOf } from '@repasse/chassis/http/invoice-number';
import { type Operation } from '@repasse/chassis/http/operation';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type ApiResponse } from '@repasse/chassis/http/response';
import { type Database } from '@repasse/chassis/postgres/database';
import { type DeliveryWorker } from '../delivery/worker';
import { findOwnCharge, type OwnCharge } from '../store/charges';
import { claimForCharge } from '../store/leases';
import { ownerOf } from './caller';
import { conflict } from './problems';

/**
 * Delivers charge.paid now, to each address it went to, and says how it went. A try that another request or a retry has
 * under way counts as this one, so two at once deliver once. A failure begins no retries of its own.
 */
export const resendWebhook = (db: Database, worker: Pick<DeliveryWorker, 'sendNow'>, reads: FreshReads): Operation => ({
  handle: async (request) => {
    const id = request.params['id'] ?? '';
    const owner = ownerOf(request);
    const charge = await paidCharge(reads, owner, id, () => findOwnCharge(db, id, owner));
    // A charge may have several invoices, and a caller who named one is answered about that one.
    const invoiceId = invoiceNumberOf(id) || charge.invoice_id;
    const claimed = await claimForCharge(db, charge.charge_id);
    if (claimed.length === 0) return answer(invoiceId, 'pending', 'A delivery of this webhook is under way.');
    const tried = await Promise.all(claimed.map((delivery) => worker.sendNow(delivery)));
    return tried.every(({ decision }) => decision.result === 'DELIVERED')
      ? answer(invoiceId, 'success', 'The webhook was delivered.')
      : answer(invoiceId, 'pending', 'The receiver did not accept the webhook. Retries that are planned follow.');
  },
});

type PaidCharge = OwnCharge & { readonly invoice_id: number };

/** Charges are paid within the hour, as a rule. Who resends an older webhook does not wait for the event of its payment. */
const paidSoonMs = 3_600_000;

/** The charge once it is known as paid. Its event may be on its way, and is waited for; else a refusal says what is missing. */
const paidCharge = async (
  reads: FreshReads,
  caller: number,
  id: string,
  findCharge: () => Promise<OwnCharge | undefined>,
): Promise<PaidCharge> => {
  let latest: OwnCharge | undefined;
  const find = async (): Promise<PaidCharge | undefined> => {
    latest = await findCharge();
    return latest !== undefined && isSendable(latest) ? latest : undefined;
  };
  const isExpected = (): boolean =>
    latest === undefined ? invoiceNumberOf(id) !== 0 || isYoung(id, paidSoonMs) : latest.invoice_id === null;
  const refusal = (hints: RefusalHints): ProblemError =>
    latest === undefined ? unknown(id, hints) : missingOf(latest);
  return readOrRefuse(reads, { find, isExpected, caller, refusal });
};

const isSendable = (charge: OwnCharge): charge is PaidCharge => charge.has_destination && charge.invoice_id !== null;

const unknown = (id: string, hints: RefusalHints): ProblemError =>
  new ProblemError({
    ...{ status: 404, code: 'invoice.not_found', detail: `There is no invoice or charge ${id}.${hintOfAttemptId(id)}` },
    ...hints,
  });

const missingOf = ({ charge_id, invoice_id }: OwnCharge): ProblemError =>
  invoice_id === null
    ? conflict('webhook.nothing_to_send', `${charge_id} is not paid, so there is nothing to send yet.`)
    : conflict('webhook.no_destination', `${charge_id} has no webhookUrl, and no endpoint was sent its payment.`);

const answer = (invoiceId: number, status: 'success' | 'pending', message: string): ApiResponse => ({
  status: 200,
  body: { message, invoice_id: invoiceId, status },
});
