import { type SentMessage } from '../store/latest-sent';
import { type AttemptAnswer } from '../domain/delivery';
import { type TryOnce } from './try-once';

/** All tries together: a caller waits for the answer. */
const replayTimeoutMs = 20_000;

/** Below what a receiver gets at most, since it serves others too. */
const atOnceMax = 4;

export interface Replayed {
  readonly message: SentMessage;
  /** The last try at the endpoint; null when there was none. */
  readonly original: SentMessage['original'];
  /** Null when there was no time for it. */
  readonly replay: SentMessage['original'];
  readonly isSameStatus: boolean;
  readonly isSameBody: boolean;
}

export interface ReplayTo {
  readonly url: string;
  readonly signer: string;
  readonly tryOnce: TryOnce;
  readonly timeoutMs?: number;
}

/** Sends messages to another address under their own ids, a few at a time, and sets its answers beside those of before. */
export const replay = async (messages: readonly SentMessage[], to: ReplayTo): Promise<readonly Replayed[]> => {
  const endsAtMs = performance.now() + (to.timeoutMs ?? replayTimeoutMs);
  const answers = new Map<SentMessage, AttemptAnswer>();
  const waiting = [...messages];
  const sendNext = async (): Promise<void> => {
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      if (performance.now() >= endsAtMs) return;
      const { webhook_id: id, body } = message;
      answers.set(message, await to.tryOnce({ id, body, ...to, headers: { 'repasse-replay': 'true' } }));
    }
  };
  const sending = Promise.all(Array.from({ length: atOnceMax }, sendNext));
  await Promise.race([sending, endOf(endsAtMs, sending)]);
  return messages.map((message) => compare(message, answers.get(message) ?? null));
};

const endOf = (endsAtMs: number, sending: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, endsAtMs - performance.now());
    const stop = (): void => clearTimeout(timer);
    sending.then(stop, stop);
  });

const compare = (message: SentMessage, answer: SentMessage['original']): Replayed => {
  const original = message.original;
  return {
    message,
    original,
    replay: answer,
    isSameStatus: answer !== null && answer.responseStatus === (original?.responseStatus ?? null),
    isSameBody: answer !== null && answer.responseBody === (original?.responseBody ?? null),
  };
};
