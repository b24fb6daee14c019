import { type Config } from '../../config';
import { type CobTable, createCobTable } from '../../store/cob-table';
import { createDevolucaoTable, type DevolucaoTable } from '../../store/devolucao-table';
import { createPixTable, type PixTable } from '../../store/pix-table';
import { type RefundSwitches } from '../../store/switches';
import { createWebhookTable, type WebhookTable } from '../../store/webhook-table';
import { type World } from '../../world';
import { type Endpoint } from '../api';
import { type AccessTokens, createAccessTokens } from './access-tokens';
import { type LocationKey, openLocationKey } from './location-key';

/** Everything an endpoint of the simulated PSP may use. */
export interface Psp extends World {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly receiverName: string;
  readonly receiverCity: string;
  /** What locations begin with. Banks know at which address this PSP serves them. */
  readonly locationHost: string;
  readonly tokens: AccessTokens;
  readonly locationKey: LocationKey;
  readonly cobs: CobTable;
  readonly pix: PixTable;
  readonly webhooks: WebhookTable;
  readonly devolucoes: DevolucaoTable;
  readonly refunds: RefundSwitches;
}

export const openPsp = async (world: World, refunds: RefundSwitches, config: Config['pix']): Promise<Psp> => ({
  ...world,
  ...config,
  refunds,
  locationKey: await openLocationKey(world.db),
  tokens: createAccessTokens(config.clientId, config.clientSecret, world.clock),
  cobs: createCobTable(world.db),
  pix: createPixTable(world.db),
  webhooks: createWebhookTable(world.db),
  devolucoes: createDevolucaoTable(world.db),
});

export type PspEndpoint = Endpoint<Psp>;
