import { type Tx } from '@repasse/chassis/postgres/database';
import { type Config } from '../../config';
import { type Documents } from '../../store/documents';
import { createPixTable, type PixTable } from '../../store/pix-table';
import { type World } from '../../world';
import { type Endpoint } from '../api';
import { createSignedTokens, type SignedTokens } from '../signed-tokens';
import { type LocationKey, openLocationKey } from './location-key';
import { type Cob } from './cob';
import { type PixReceived } from './pix';

/** Where payments to one key are announced. One address per key. */
export interface PixWebhook {
  readonly chave: string;
  readonly webhookUrl: string;
  /** Where its callbacks go. */
  readonly callbackUrl: string;
  readonly criacao: string;
}

/** An hour, as most PSPs give; clients should renew by expires_in rather than by habit. */
const tokenSeconds = 3_600;

/** Everything an endpoint of the simulated PSP may use. */
export interface Psp extends World {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly receiverName: string;
  readonly receiverCity: string;
  /** The host with which locations begin. Banks know at which address this PSP serves them. */
  readonly locationHost: string;
  readonly tokens: SignedTokens;
  readonly locationKey: LocationKey;
  readonly cobs: Documents<Cob>;
  readonly pix: PixTable;
  readonly webhooks: Documents<PixWebhook>;
}

export const openPsp = async (world: World, config: Config['pix']): Promise<Psp> => ({
  ...world,
  ...config,
  locationKey: await openLocationKey(world.store),
  tokens: createSignedTokens(`pix:${config.clientId}:${config.clientSecret}`, tokenSeconds, world.clock),
  cobs: world.store.documents<Cob>('cob', ({ txid, criacao, locationToken }) => ({
    id: txid,
    createdAt: criacao,
    refs: { locationToken },
  })),
  pix: createPixTable(world.store),
  webhooks: world.store.documents<PixWebhook>('pix_webhook', ({ chave, criacao }) => ({
    id: chave,
    createdAt: criacao,
  })),
});

/** The payments that charges got, oldest first. */
export const pixOf = async ({ pix }: Psp, cobs: readonly Cob[], tx?: Tx): Promise<readonly PixReceived[]> => {
  const ids = cobs.flatMap(({ endToEndIds }) => endToEndIds);
  return ids.length === 0 ? [] : pix.list({ ids }, {}, tx);
};

export type PspEndpoint = Endpoint<Psp>;
