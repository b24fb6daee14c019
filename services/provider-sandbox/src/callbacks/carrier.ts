import { type Exchange } from '@repasse/chassis/http/exchange';
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
  exchange: Exchange,
  { url, headers }: PreparedCallback,
  body: string,
): Promise<string | undefined> => {
  try {
    const { status } = await exchange({
      method: 'POST',
      url: new URL(url),
      headers: { 'content-type': 'application/json', ...headers },
      body,
      timeoutMs: answerTimeoutMs,
    });
    return status >= 200 && status < 300 ? undefined : `status ${status}`;
  } catch (fault) {
    return fault instanceof Error ? `${fault.name}: ${fault.message}` : 'no answer';
  }
};
