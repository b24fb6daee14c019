import { setTimeout as pause } from 'node:timers/promises';
import { type Operation } from '@repasse/chassis/http/operation';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type ApiResponse } from '@repasse/chassis/http/response';
import { type Database } from '@repasse/chassis/postgres/database';
import { type DeliveryWorker } from '../delivery/worker';
import { findOwnCharge, type OwnCharge } from '../store/charges';
import { claimForCharge } from '../store/leases';
import { ownerOf } from './caller';
import { conflict } from './problems';
import { isArrived } from './views';

/**
 * Delivers charge.paid now, to each address it went to, and says how it went. A try that another request or a retry has
 * under way counts as this one, so two at once deliver once. A failure begins no retries of its own.
 */
export const resendWebhook = (db: Database, worker: Pick<DeliveryWorker, 'sendNow'>): Operation => ({
  handle: async (request) => {
    const id = request.params['id'] ?? '';
    const charge = await chargeOrNews(() => findOwnCharge(db, id, ownerOf(request)));
    if (charge === undefined)
      throw new ProblemError({
        status: 404,
        code: 'invoice.not_found',
        detail: `There is no invoice or charge ${id}.`,
      });
    if (!charge.has_destination)
      throw conflict(
        'webhook.no_destination',
        `${charge.charge_id} has no webhookUrl, and no endpoint takes charge.paid.`,
      );
    if (charge.invoice_id === null)
      throw conflict('webhook.nothing_to_send', `${charge.charge_id} is not paid, so there is nothing to send yet.`);

    const invoiceId = invoiceIdOf(id) ?? charge.invoice_id;
    const claimed = await claimForCharge(db, charge.charge_id);
    if (claimed.length === 0) return answer(invoiceId, 'pending', 'A delivery of this webhook is under way.');
    const tried = await Promise.all(claimed.map((delivery) => worker.sendNow(delivery)));
    return tried.every(isArrived)
      ? answer(invoiceId, 'success', 'The webhook was delivered.')
      : answer(invoiceId, 'pending', 'The receiver did not accept the webhook. Retries that are planned follow.');
  },
});

/**
 * Whoever has just read that a charge is paid may ask before the event has come: it is a relay and a consumer away, some
 * tenths of a second. Others are told a second later that there is nothing to send.
 */
const looksMax = 10;
const lookAgainMs = 100;

const chargeOrNews = async (find: () => Promise<OwnCharge | undefined>): Promise<OwnCharge | undefined> => {
  let charge = await find();
  for (let looks = 1; looks < looksMax && mayChange(charge); looks += 1) {
    await pause(lookAgainMs);
    charge = await find();
  }
  return charge;
};

const mayChange = (charge: OwnCharge | undefined): boolean =>
  charge === undefined || (charge.has_destination && charge.invoice_id === null);

/** A charge may have several invoices, and a caller who named one is answered about that one. */
const invoiceIdOf = (id: string): number | undefined => (/^\d+$/.test(id) ? Number(id) : undefined);

const answer = (invoiceId: number, status: 'success' | 'pending', message: string): ApiResponse => ({
  status: 200,
  body: { message, invoice_id: invoiceId, status },
});
