import { createHash, timingSafeEqual } from 'node:crypto';
import { type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { readCallback } from '../../providers/pix/callback';
import { pixProviderName } from '../../providers/pix/create-pix';
import { type CallbackWorker } from '../workflow/callback-worker';

export interface ReceivePixCallbackDeps {
  readonly token: string;
  readonly callbacks: Pick<CallbackWorker, 'accept'>;
  readonly metrics: Metrics;
}

/**
 * POST /callbacks/pix/{token}/pix: the provider says that something happened. The standard has no signature, so the
 * token keeps strangers from making us ask, and nothing in the body is believed: it is kept, answered, and looked into.
 */
export const receivePixCallback = (o: ReceivePixCallbackDeps): Operation => {
  const expected = digest(o.token);
  const received = o.metrics.counter('repasse_callbacks_received_total', 'Callbacks, by whether the token was ours.', [
    'provider',
    'outcome',
  ]);
  return {
    handle: async ({ params, rawBody, body }) => {
      if (!timingSafeEqual(digest(params['token'] ?? ''), expected)) {
        received.inc({ provider: pixProviderName, outcome: 'forged' });
        return problem({ status: 404, code: 'callback.not_found', detail: 'There is no such callback address.' });
      }
      const { txids, hasMoneyBack } = readCallback(body);
      // Without this row the reconciler finds a receipt too, because it asks about every open payment.
      const isLazy = !hasMoneyBack;
      await o.callbacks.accept({ provider: pixProviderName, body: rawBody.toString('utf8'), isLazy });
      received.inc({ provider: pixProviderName, outcome: 'accepted' });
      return { status: 200, body: { received: txids.length } };
    },
  };
};

/** Texts of any length compare in the same time once they are digests. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
