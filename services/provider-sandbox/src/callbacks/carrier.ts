import { type Callback } from '../store/callback-table';

/** The differences between providers' callbacks. */
export interface CallbackCarrier {
  /** How long it waits before each further try. */
  readonly retryDelaysMs: readonly number[];
  /** Address and headers for a try made now; undefined when its receiver no longer exists. */
  prepare(callback: Callback): Promise<PreparedCallback | undefined>;
}

export interface PreparedCallback {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const answerTimeoutMs = 10_000;

/** Why the merchant did not take it; undefined when they did. */
export const postCallback = async (
  { url, headers }: PreparedCallback,
  body: string,
  stopping: AbortSignal,
): Promise<string | undefined> => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerTimeoutMs)]),
    });
    // The body says nothing, but must be read for the connection to be used again.
    await answer.arrayBuffer();
    return answer.ok ? undefined : `status ${answer.status}`;
  } catch (fault) {
    return fault instanceof Error ? `${fault.name}: ${fault.message}` : 'no answer';
  }
};
