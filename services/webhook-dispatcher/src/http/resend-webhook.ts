import { type Principal } from '@repasse/chassis/auth/principal';
import { type Operation } from '@repasse/chassis/http/operation';
import { invoiceNumberOf } from '@repasse/values/ids/invoice-number';
import { type ApiResponse } from '@repasse/chassis/http/response';
import { type Database } from '@repasse/chassis/postgres/database';
import { type DeliveryWorker } from '../delivery/worker';
import { type EndedAttempt } from '../store/attempts';
import { claimForEvent } from '../store/leases';
import { principalOf } from './caller';
import { sendableMessage } from './sendable-message';

/**
 * Delivers the message of an invoice now, to each address it went to, and says how it went. A try that another request
 * or a retry has under way counts as this one, so two at once deliver once. A failure begins no retries of its own.
 */
export const resendWebhook = (db: Database, worker: Pick<DeliveryWorker, 'sendNow'>): Operation => ({
  handle: async (request) => {
    const id = request.params['id'] ?? '';
    const { webhook_id, invoice_id } = await sendableMessage(db, id, ownerFilterOf(principalOf(request)));
    const invoiceId = invoiceNumberOf(id) || (invoice_id ?? 0);
    const claimed = await claimForEvent(db, webhook_id);
    if (claimed.length === 0)
      return answer(invoiceId, 'pending', 'A try of this webhook is under way; GET /webhook-deliveries shows its end.');
    const tried = await Promise.all(claimed.map((delivery) => worker.sendNow(delivery)));
    const failed = tried.filter(({ decision }) => decision.result !== 'DELIVERED');
    return failed.length === 0
      ? answer(invoiceId, 'success', 'The webhook was delivered.')
      : answer(invoiceId, 'pending', failed.map(whatFollows).join(' '));
  },
});

/** ADMIN may resend for every merchant. */
const ownerFilterOf = ({ profile, userId }: Principal): number | null => (profile === 'ADMIN' ? null : userId);

const whatFollows = ({ delivery, decision, record }: EndedAttempt): string => {
  const reason = record.failure ?? 'It was not delivered.';
  const next =
    decision.nextAttemptAt === null
      ? 'No automatic try follows; ask again when the receiver works.'
      : `The next automatic try is due at ${decision.nextAttemptAt}.`;
  return `${delivery.delivery_id}: ${reason} ${next}`;
};

const answer = (invoiceId: number, status: 'success' | 'pending', message: string): ApiResponse => ({
  status: 200,
  body: { message, invoice_id: invoiceId, status },
});
