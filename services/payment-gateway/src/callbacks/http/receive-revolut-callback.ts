import { assertNever } from '@repasse/chassis/decider';
import { type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type ApiResponse } from '@repasse/chassis/http/response';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type Revolut } from '../../providers/revolut/create-revolut';
import { revolutProviderName } from '../../providers/revolut/create-revolut';
import { type CallbackWorker } from '../workflow/callback-worker';

export interface ReceiveRevolutCallbackDeps {
  /** Undefined where no international provider is set up. */
  readonly verify: Revolut['verify'] | undefined;
  readonly callbacks: Pick<CallbackWorker, 'accept'>;
  readonly metrics: Metrics;
}

/** The secrets are learned within seconds once the provider answers. */
const retryAfterSeconds = '10';

/**
 * POST /callbacks/revolut: the provider reports a change of an order. The signature keeps strangers from causing
 * requests to it; the body is kept and answered, and the order it names is read.
 */
export const receiveRevolutCallback = (o: ReceiveRevolutCallbackDeps): Operation => {
  const received = o.metrics.counter('repasse_callbacks_received_total', 'Callbacks, by whether the token was ours.', [
    'provider',
    'outcome',
  ]);
  return {
    handle: async ({ headers, rawBody }) => {
      if (o.verify === undefined) return nowhereProblem();
      const verdict = await o.verify({
        signature: textOf(headers['revolut-signature']),
        timestamp: textOf(headers['revolut-request-timestamp']),
        rawBody,
      });
      received.inc({ provider: revolutProviderName, outcome: verdict === 'signed' ? 'accepted' : verdict });
      switch (verdict) {
        case 'signed':
          const body = rawBody.toString('utf8');
          await o.callbacks.accept({ provider: revolutProviderName, body, isLazy: false });
          return { status: 204 };
        case 'forged':
          return forgedProblem();
        case 'unready':
          return unreadyProblem();
        default:
          return assertNever(verdict);
      }
    },
  };
};

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;

const nowhereProblem = (): ApiResponse =>
  problem({ status: 404, code: 'callback.not_found', detail: 'There is no such callback address.' });

const forgedProblem = (): ApiResponse =>
  problem({
    status: 403,
    code: 'callback.signature_invalid',
    detail: 'The signature was not made with our secret, or too long ago.',
  });

const unreadyProblem = (): ApiResponse =>
  problem({
    status: 503,
    code: 'provider.unavailable',
    detail: 'The secret that signatures are checked with is not known yet. Send it again.',
    headers: { 'Retry-After': retryAfterSeconds },
  });
