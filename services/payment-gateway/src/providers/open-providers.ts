import { type Ids } from '@repasse/chassis/ids';
import { type Config } from '../config';
import { createFx } from '../fx/rates/create-fx';
import { type PayoutQuoter } from '../fx/rates/payout-quote';
import { type Quoter } from '../fx/rates/quote';
import { type NamesIn } from './callback';
import { cieloTimingsOf } from './cielo/cielo-context';
import { createCielo } from './cielo/create-cielo';
import { createNowpayments, type Nowpayments } from './nowpayments/create-nowpayments';
import { nowpaymentsProviderName } from './nowpayments/create-nowpayments';
import { convertedInto } from './nowpayments/requests';
import { type PayoutProvider } from './payout-provider';
import { createPix } from './pix/create-pix';
import { createRegistry, type ProviderRegistry } from './registry';
import { createRevolut, type Revolut } from './revolut/create-revolut';
import { type AdapterDeps } from './wire/connect';

export interface ProvidersDeps extends AdapterDeps<Config> {
  readonly ids: Ids;
}

export interface Providers {
  readonly registry: ProviderRegistry;
  readonly quoteFor: Quoter;
  readonly quoteForCrypto: Quoter;
  readonly quoteForPayout: PayoutQuoter;
  /** The currencies payers may pay in; empty without an international provider. */
  readonly currencies: readonly string[];
  /** By provider: reads which objects a callback names. */
  readonly namesIn: Readonly<Record<string, NamesIn>>;
  readonly revolut: Revolut | undefined;
  readonly nowpayments: Nowpayments | undefined;
  /** The provider that sends coins; undefined where none is configured. */
  readonly payouts: PayoutProvider | undefined;
  close(): void;
}

/** The provider that sends coins once configured; payouts requested before that wait for it. */
export const payoutProviderName = nowpaymentsProviderName;

/** Every provider this installation has an account with. PIX is always there, the others where they are set up. */
export const openProviders = (o: ProvidersDeps): Providers => {
  const { config, timings, guardTimings, ids, ...shared } = o;
  const pix = createPix({ ...shared, config: config.pix, timings, guardTimings });
  const revolut = config.revolut && createRevolut({ ...shared, config: config.revolut, timings, guardTimings });
  const cielo =
    config.cielo && createCielo({ ...shared, config: config.cielo, timings: cieloTimingsOf(timings), guardTimings });
  const nowpayments =
    config.nowpayments && createNowpayments({ ...shared, config: config.nowpayments, timings, guardTimings });
  const currencies = revolut === undefined ? [] : config.internationalCurrencies;
  const fx = createFx({
    ...shared,
    ids,
    config: config.fx,
    currencies,
    cryptoCurrencies: [convertedInto],
    guardTimings,
  });
  const all = [pix, revolut, cielo, nowpayments].filter((each) => each !== undefined);
  return {
    registry: createRegistry(all.map(({ provider }) => provider)),
    quoteFor: fx.quoteFor,
    quoteForCrypto: fx.quoteForCrypto,
    quoteForPayout: fx.quoteForPayout,
    currencies,
    namesIn: Object.fromEntries(all.map(({ provider, namesIn }) => [provider.name, namesIn])),
    revolut,
    nowpayments,
    payouts: nowpayments?.payouts,
    close: () => {
      for (const each of [...all, fx]) each.close();
    },
  };
};
