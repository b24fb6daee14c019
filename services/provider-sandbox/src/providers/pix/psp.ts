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
import { accountId, type SentPix } from './sent/sent-pix';
import { type KnownKey } from './sent/sent-rules';

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
  readonly sent: Documents<SentPix>;
  /** Keys of receivers that a person or a test has set up. */
  readonly keys: Documents<KnownKey>;
  readonly account: Documents<PixBalance>;
}

/** What the account can send. Receipts do not count: a sandbox is not paid out of what its payers pay. */
export interface PixBalance {
  readonly id: string;
  readonly balanceMinor: number;
}

/** Ten million reais: more than a test sends by accident. */
const balanceMinorAtFirst = 1_000_000_000;
const ageless = new Date(0).toISOString();

export const openPsp = async (world: World, config: Config['pix']): Promise<Psp> => {
  const psp = await openTables(world, config);
  await psp.account.insert({ id: accountId, balanceMinor: balanceMinorAtFirst });
  return psp;
};

const openTables = async (world: World, config: Config['pix']): Promise<Psp> => ({
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
  sent: world.store.documents<SentPix>('pix_sent', ({ idEnvio, endToEndId, requestedAt, dueAt }) => ({
    id: idEnvio,
    createdAt: requestedAt,
    dueAt,
    refs: { endToEndId },
  })),
  keys: world.store.documents<KnownKey>('pix_key', ({ chave }) => ({ id: chave, createdAt: ageless })),
  account: world.store.documents<PixBalance>('pix_account', ({ id }) => ({ id, createdAt: ageless })),
});

/** The payments that charges got, oldest first. */
export const pixOf = async ({ pix }: Psp, cobs: readonly Cob[], tx?: Tx): Promise<readonly PixReceived[]> => {
  const ids = cobs.flatMap(({ endToEndIds }) => endToEndIds);
  return ids.length === 0 ? [] : pix.list({ ids }, {}, tx);
};

export type PspEndpoint = Endpoint<Psp>;
