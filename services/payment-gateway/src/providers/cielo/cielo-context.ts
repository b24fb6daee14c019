import { type AdapterContext } from '../wire/connect';
import { type ProviderTimings } from '../wire/time-left';
import { type CieloClient } from './client';

export interface CieloTimings {
  /**
   * Some issuers take longer, but our caller waits nine seconds in all: looking up a slow sale in time shows the payer
   * more than waiting for it past that. A timeout does not stop a sale, so it is in doubt until it is found.
   */
  readonly saleTimeoutMs: number;
  /** A read that takes longer counts as no answer. */
  readonly queryTimeoutMs: number;
  /** Pause after a missing answer before the sale is looked up. */
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
  /** The text on the payer's statement; undefined leaves it to the merchant's contract. */
  readonly softDescriptor: string | undefined;
}
