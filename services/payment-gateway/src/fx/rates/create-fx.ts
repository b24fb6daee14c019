import { type Ids } from '@repasse/chassis/ids';
import { type FxConfig } from '../../config';
import { type AdapterDeps, connect } from '../../providers/wire/connect';
import { createClosingSource, fxTimingsDefault } from './closing-source';
import { createPayoutQuoter, createQuoter, rateSourceName } from './quote';
import { createRates } from './rates';

interface FxDeps extends AdapterDeps<FxConfig> {
  /** The international provider's currencies; empty without one. */
  readonly currencies: readonly string[];
  /** The currencies the provider of crypto gets prices in, where they are not in one of its own currencies. */
  readonly cryptoCurrencies: readonly string[];
  readonly ids: Ids;
}

/** Puts quoting together: socket, then record and measure, then breaker, then closing file, then memory. */
export const createFx = (o: FxDeps) => {
  const { config, currencies, cryptoCurrencies, clock, ids, log, metrics } = o;
  const { exchange, close } = connect(rateSourceName, o);
  const { baseUrl, rateHoursMax: hoursMax, spreadBps, quoteMinutes } = config;
  const source = createClosingSource({ exchange, baseUrl, hoursMax, log, timings: fxTimingsDefault });
  const rates = createRates({ source, hoursMax, clock, log, metrics });
  const quoting = { rates, spreadBps, quoteMinutes, clock, ids };
  return {
    quoteFor: createQuoter({ ...quoting, currencies }),
    quoteForCrypto: createQuoter({ ...quoting, currencies: cryptoCurrencies }),
    quoteForPayout: createPayoutQuoter(quoting),
    close,
  };
};
