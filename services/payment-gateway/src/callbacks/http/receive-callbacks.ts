import { type ApiRequest, type Operation } from '@repasse/chassis/http/operation';
import { problem } from '@repasse/chassis/http/problem';
import { type ApiResponse } from '@repasse/chassis/http/response';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type PostedCallback } from '../store/callback-inbox';
import { type CallbackWorker } from '../workflow/callback-worker';

export interface CallbackEndpointDeps {
  readonly callbacks: Pick<CallbackWorker, 'accept'>;
  readonly metrics: Metrics;
}

type Judged =
  | ({ readonly outcome: 'accepted'; readonly answer: ApiResponse } & Omit<PostedCallback, 'provider'>)
  | { readonly outcome: 'forged' | 'ignored' | 'unready'; readonly answer: ApiResponse };

const judgements: readonly Judged['outcome'][] = ['accepted', 'forged', 'ignored', 'unready'];

/**
 * Keeps what a provider posts, once `judge` has accepted it. Nothing in it is believed: it says where to look, and the
 * provider is asked. `judge` is undefined where the provider is not set up.
 */
export const receiveCallbacks = (
  provider: string,
  { callbacks, metrics }: CallbackEndpointDeps,
  judge: ((request: ApiRequest) => Judged | Promise<Judged>) | undefined,
): Operation => {
  const received = metrics.counter(
    'repasse_callbacks_received_total',
    'Callbacks, by whether the provider sent them.',
    ['provider', 'outcome'],
  );
  if (judge !== undefined) bornAtZero(received, { provider: [provider], outcome: judgements });
  return {
    handle: async (request) => {
      if (judge === undefined) return noSuchAddress();
      const judged = await judge(request);
      if (judged.outcome === 'accepted') await callbacks.accept({ provider, body: judged.body, isLazy: judged.isLazy });
      received.inc({ provider, outcome: judged.outcome });
      return judged.answer;
    },
  };
};

export const noSuchAddress = (): ApiResponse =>
  problem({ status: 404, code: 'callback.not_found', detail: 'There is no such callback address.' });

export const signatureInvalid = (detail: string): ApiResponse =>
  problem({ status: 403, code: 'callback.signature_invalid', detail });
