import { type Ids } from '@repasse/chassis/ids';
import { type Config } from '../config';
import { createFx, type Fx } from '../fx/rates/create-fx';
import { type NamesIn } from './callback';
import { cieloTimingsOf } from './cielo/cielo-context';
import { createCielo } from './cielo/create-cielo';
import { createNowpayments, type Nowpayments, nowpaymentsProviderName } from './nowpayments/create-nowpayments';
import { convertedInto } from './nowpayments/requests';
import { type PayoutProvider } from './payout-provider';
import { createPix } from './pix/create-pix';
import { createRegistry, type ProviderRegistry } from './registry';
import { createRevolut, type Revolut } from './revolut/create-revolut';
import { type AdapterDeps } from './wire/connect';

interface ProvidersDeps extends AdapterDeps<Config> {
  readonly ids: Ids;
}

export interface Providers extends Fx {
  readonly registry: ProviderRegistry;
  /** The currencies payers may pay in; empty without an international provider. */
  readonly currencies: readonly string[];
  /** By provider: reads which objects a callback names. */
  readonly namesIn: Readonly<Record<string, NamesIn>>;
  readonly revolut: Revolut | undefined;
  readonly nowpayments: Nowpayments | undefined;
  /** The provider that sends coins; undefined where none is configured. */
  readonly payouts: PayoutProvider | undefined;
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
  const fxDeps = { ...shared, ids, config: config.fx, guardTimings };
  const fx = createFx({ ...fxDeps, currencies, cryptoCurrencies: [convertedInto] });
  const all = [pix, revolut, cielo, nowpayments].filter((each) => each !== undefined);
  return {
    ...fx,
    registry: createRegistry(all.map(({ provider }) => provider)),
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
