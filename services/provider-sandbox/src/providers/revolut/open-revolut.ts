import { type Config } from '../../config';
import { type RefundSwitches } from '../../store/refund-switches';
import { createRevolutOrderTable } from '../../store/revolut-order-table';
import { createRevolutWebhookTable } from '../../store/revolut-webhook-table';
import { type World } from '../../world';
import { type Revolut } from './revolut';

/** Undefined when the sandbox is not told the secret key: there is no Revolut then. */
export const openRevolut = (
  world: World,
  refunds: RefundSwitches,
  { secretKey, acceptsLocalUrls }: Config['revolut'],
): Revolut | undefined =>
  secretKey === undefined
    ? undefined
    : {
        ...world,
        secretKey,
        acceptsLocalUrls,
        refunds,
        orders: createRevolutOrderTable(world.db),
        webhooks: createRevolutWebhookTable(world.db),
      };
