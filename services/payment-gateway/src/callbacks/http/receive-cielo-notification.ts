import { createHash, timingSafeEqual } from 'node:crypto';
import { type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { cieloProviderName } from '../../providers/cielo/create-cielo';
import { saleIdIn } from '../../providers/cielo/notification';
import { type CallbackWorker } from '../workflow/callback-worker';

export interface ReceiveCieloNotificationDeps {
  /** Undefined where no acquirer is configured: then no caller knows the address. */
  readonly token: string | undefined;
  readonly callbacks: Pick<CallbackWorker, 'accept'>;
  readonly metrics: Metrics;
}

/**
 * POST /callbacks/cielo/{token}: the acquirer reports a change of a sale. There is no signature, so only the sale's id
 * is kept, and its state is read. An answer other than 200 would bring the notification again.
 */
export const receiveCieloNotification = (o: ReceiveCieloNotificationDeps): Operation => {
  const expected = digest(o.token ?? '');
  const received = o.metrics.counter('repasse_callbacks_received_total', 'Callbacks, by whether the token was ours.', [
    'provider',
    'outcome',
  ]);
  const count = (outcome: string): void => received.inc({ provider: cieloProviderName, outcome });
  return {
    handle: async ({ params, body }) => {
      if (o.token === undefined || !timingSafeEqual(digest(params['token'] ?? ''), expected)) {
        count('forged');
        return problem({ status: 404, code: 'callback.not_found', detail: 'There is no such callback address.' });
      }
      const saleId = saleIdIn(body);
      if (saleId === undefined) {
        count('ignored');
        return { status: 200, body: { received: 0 } };
      }
      const kept = JSON.stringify({ PaymentId: saleId });
      await o.callbacks.accept({ provider: cieloProviderName, body: kept, isLazy: false });
      count('accepted');
      return { status: 200, body: { received: 1 } };
    },
  };
};

/** Texts of any length compare in the same time once they are digests. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
