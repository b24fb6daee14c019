import { type Callback } from '../store/callback-table';

/** What is particular to one provider's callbacks. */
export interface CallbackCarrier {
  /** How long it waits before each further try. */
  readonly retryDelaysMs: readonly number[];
  /** Address and headers for a try made now; undefined when there is nobody to send it to any more. */
  prepare(callback: Callback): Promise<PreparedCallback | undefined>;
}

export interface PreparedCallback {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
