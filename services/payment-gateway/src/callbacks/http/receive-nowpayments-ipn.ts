import { type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type Nowpayments } from '../../providers/nowpayments/create-nowpayments';
import { nowpaymentsProviderName } from '../../providers/nowpayments/create-nowpayments';
import { type CallbackWorker } from '../workflow/callback-worker';

export interface ReceiveNowpaymentsIpnDeps {
  /** Undefined where no provider of crypto is set up. */
  readonly isSigned: Nowpayments['isSigned'] | undefined;
  readonly callbacks: Pick<CallbackWorker, 'accept'>;
  readonly metrics: Metrics;
}

/**
 * POST /callbacks/nowpayments: the provider reports a change of a payment. The signature keeps strangers from causing
 * requests to it; the body is kept and answered, and the payment it names is read.
 */
export const receiveNowpaymentsIpn = (o: ReceiveNowpaymentsIpnDeps): Operation => {
  const received = o.metrics.counter('repasse_callbacks_received_total', 'Callbacks, by whether the token was ours.', [
    'provider',
    'outcome',
  ]);
  const count = (outcome: string): void => received.inc({ provider: nowpaymentsProviderName, outcome });
  return {
    handle: async ({ headers, rawBody }) => {
      if (o.isSigned === undefined) {
        return problem({ status: 404, code: 'callback.not_found', detail: 'There is no such callback address.' });
      }
      const signature = headers['x-nowpayments-sig'];
      const text = rawBody.toString('utf8');
      if (!o.isSigned(text, Array.isArray(signature) ? undefined : signature)) {
        count('forged');
        const detail = 'The signature was not made with our secret.';
        return problem({ status: 403, code: 'callback.signature_invalid', detail });
      }
      await o.callbacks.accept({ provider: nowpaymentsProviderName, body: text, isLazy: false });
      count('accepted');
      return { status: 204 };
    },
  };
};
