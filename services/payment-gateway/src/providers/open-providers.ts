import { type Ids } from '@repasse/chassis/ids';
import { type Config } from '../config';
import { type Rail } from '../payouts/domain/rails';
import { createFx } from '../fx/rates/create-fx';
import { createCielo } from './cielo/create-cielo';
import { createNowpayments, nowpaymentsProviderName } from './nowpayments/create-nowpayments';
import { convertedInto } from './nowpayments/requests';
import { createPix, pixProviderName } from './pix/create-pix';
import { createRegistry } from './registry';
import { createRevolut } from './revolut/create-revolut';
import { type AdapterDeps } from './wire/connect';

interface ProvidersDeps extends AdapterDeps<Config> {
  readonly ids: Ids;
}

export type Providers = ReturnType<typeof openProviders>;

/** Who pays out by each rail once configured; payouts requested before that wait for it. */
export const payoutProviderNames: Readonly<Record<Rail, string>> = {
  PIX: pixProviderName,
  CRYPTO: nowpaymentsProviderName,
};

/** Every provider this installation has an account with. PIX is always there, the others where they are set up. */
export const openProviders = (o: ProvidersDeps) => {
  const { config, ids, ...shared } = o;
  const pix = createPix({ ...shared, config: config.pix });
  const revolut = config.revolut && createRevolut({ ...shared, config: config.revolut });
  const cielo = config.cielo && createCielo({ ...shared, config: config.cielo });
  const nowpayments = config.nowpayments && createNowpayments({ ...shared, config: config.nowpayments });
  const currencies = revolut === undefined ? [] : config.internationalCurrencies;
  const fx = createFx({ ...shared, ids, config: config.fx, currencies, cryptoCurrencies: [convertedInto] });
  const all = [pix, revolut, cielo, nowpayments].filter((each) => each !== undefined);
  return {
    ...fx,
    registry: createRegistry(all.map(({ provider }) => provider)),
    /** The currencies payers may pay in; empty without an international provider. */
    currencies,
    /** By provider: reads which objects a callback names. */
    namesIn: Object.fromEntries(all.map(({ provider, namesIn }) => [provider.name, namesIn])),
    revolut,
    nowpayments,
    /** The provider that sends coins; undefined where none is configured. */
    coinSender: nowpayments?.payouts,
    /** The provider that sends PIX; undefined where it is not to. */
    pixSender: pix.payouts,
    close: () => {
      for (const each of [...all, fx]) each.close();
    },
  };
};
