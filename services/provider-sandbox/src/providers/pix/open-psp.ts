import { type Config } from '../../config';
import { createCobTable } from '../../store/cob-table';
import { createDevolucaoTable } from '../../store/devolucao-table';
import { createPixTable } from '../../store/pix-table';
import { type RefundSwitches } from '../../store/refund-switches';
import { createWebhookTable } from '../../store/webhook-table';
import { type World } from '../../world';
import { createAccessTokens } from './access-tokens';
import { openLocationKey } from './location-key';
import { type Psp } from './psp';

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
