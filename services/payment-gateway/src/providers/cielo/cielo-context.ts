import { type AdapterContext } from '../wire/connect';
import { type ProviderTimings } from '../wire/time-left';
import { type CieloClient } from './client';

export interface CieloTimings {
  /**
   * Some issuers take longer, but whoever asked us waits nine seconds in all: looking for a slow sale in time shows the
   * payer more than waiting for it past that. Giving up does not stop a sale, so it is in doubt until it is found.
   */
  readonly saleTimeoutMs: number;
  /** Reading is quick or it is silence. */
  readonly queryTimeoutMs: number;
  /** How long after silence the acquirer is given before it is asked what it did. */
  readonly lookAfterMs: number;
}

export const cieloTimingsDefault: CieloTimings = {
  saleTimeoutMs: 7_000,
  queryTimeoutMs: 4_000,
  lookAfterMs: 500,
};

/** Cards have waits of their own; a test that shortens those of the other providers shortens these as well. */
export const cieloTimingsOf = (timings: ProviderTimings | undefined): CieloTimings =>
  timings === undefined
    ? cieloTimingsDefault
    : {
        saleTimeoutMs: timings.exchangeTimeoutMs,
        queryTimeoutMs: timings.exchangeTimeoutMs,
        lookAfterMs: timings.retryDelayMs,
      };

export interface CieloContext extends AdapterContext<CieloClient, CieloTimings> {
  /** What payers read on their statement; undefined leaves it to the merchant's contract. */
  readonly softDescriptor: string | undefined;
}
