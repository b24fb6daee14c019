import { type Exchange } from '@repasse/chassis/http/exchange';
import { type ChaosProvider } from '../store/switches';

/** A provider's message to the merchant. */
export interface CallbackMessage {
  readonly provider: ChaosProvider;
  /** As the merchant registered it. */
  readonly address: string;
  /** Which registration it goes out for, where the provider signs with a secret of that registration. */
  readonly subscription?: string;
  readonly body: string;
}

/** A message on its way. It is kept until the merchant has answered 2xx. */
export interface Callback extends CallbackMessage {
  readonly id: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly dueAt: string;
}

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
