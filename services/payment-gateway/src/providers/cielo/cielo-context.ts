import { type AdapterContext } from '../wire/connect';
import { type ProviderTimings, providerTimingsDefault } from '../wire/time-left';
import { type CieloClient } from './client';

interface CieloTimings extends ProviderTimings {
  /**
   * Some issuers take longer, but our caller waits nine seconds in all: looking up a slow sale in time shows the payer
   * more than waiting for it past that. A timeout does not stop a sale, so it is in doubt until it is found.
   */
  readonly saleTimeoutMs: number;
}

/** After a missing answer there is a longer pause before the sale is looked up. */
export const cieloTimingsDefault: CieloTimings = { ...providerTimingsDefault, saleTimeoutMs: 7_000, retryDelayMs: 500 };

export interface CieloContext extends AdapterContext<CieloClient> {
  readonly timings: CieloTimings;
  /** The text on the payer's statement; undefined leaves it to the merchant's contract. */
  readonly softDescriptor: string | undefined;
}
