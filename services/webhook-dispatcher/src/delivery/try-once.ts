import { type Clock } from '@repasse/chassis/clock';
import { isDelivered, type AttemptAnswer, type AttemptOutcome } from '../domain/delivery';
import { type SigningSecrets } from '../store/signing-secrets';
import { type Send } from './send';
import { signatureHeaders } from './sign';

export type TryOnce = (message: {
  readonly id: string;
  readonly body: string;
  readonly url: string;
  /** Whose secret signs. */
  readonly signer: string;
  readonly headers?: Readonly<Record<string, string>>;
}) => Promise<AttemptAnswer & { readonly outcome: AttemptOutcome }>;

/** Signs a message, sends it once, and says what came of it. */
export const createTryOnce =
  ({
    send,
    secrets,
    clock,
  }: {
    readonly send: Send;
    readonly secrets: SigningSecrets;
    readonly clock: Clock;
  }): TryOnce =>
  async ({ id, body, url, signer, headers }) => {
    const startedAt = clock.now();
    const keys = await secrets.signingKeys(signer, startedAt);
    const signed = signatureHeaders({ id, body }, keys, startedAt);
    const startedAtMs = performance.now();
    const outcome = await send({ url, body, headers: { ...headers, ...signed } });
    const durationMs = Math.round(performance.now() - startedAtMs);
    return { outcome, startedAt: startedAt.toISOString(), durationMs, ...answerOf(outcome) };
  };

const answerOf = (outcome: AttemptOutcome): Pick<AttemptAnswer, 'responseStatus' | 'responseBody' | 'failure'> => {
  if (outcome.type === 'failed') return { responseStatus: null, responseBody: null, failure: outcome.failure };
  const failure = isDelivered(outcome) ? null : `The receiver answered ${outcome.status}.`;
  return { responseStatus: outcome.status, responseBody: outcome.body, failure };
};
