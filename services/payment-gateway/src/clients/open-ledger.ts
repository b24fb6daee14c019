import { createHttpClient } from '@repasse/chassis/http/client';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { expectService } from '@repasse/chassis/service/reached';
import { type Config } from '../config';
import { createLedger, type Ledger, ledgerTimeoutMs } from './split-settlement';

export interface OpenLedger {
  readonly ledger: Ledger;
  /** Fails the start where another service answers at the address. */
  readonly expect: () => Promise<void>;
}

export const openLedger = (all: ServiceParts<Config>): OpenLedger => {
  const { config, live, lifecycle, ...parts } = all;
  const peer = { service: 'split-settlement', baseUrls: config.splitSettlementUrls };
  const http = createHttpClient({
    ...{ ...parts, ...peer, name: peer.service, timeoutMs: ledgerTimeoutMs },
    internalToken: () => live().splitSettlementToken,
  });
  lifecycle.onStop('ledger connections', async () => http.close());
  return {
    ledger: createLedger(http),
    expect: () => expectService(all, { ...peer, setting: 'SPLIT_SETTLEMENT_URL', http }),
  };
};
