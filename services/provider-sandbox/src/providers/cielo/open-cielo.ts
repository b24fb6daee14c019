import { type Config } from '../../config';
import { createCieloCardTable } from '../../store/cielo-card-table';
import { createCieloSaleTable } from '../../store/cielo-sale-table';
import { type RefundSwitches } from '../../store/refund-switches';
import { type World } from '../../world';
import { type Cielo } from './cielo';

/** Undefined when the sandbox is not told the merchant's keys: there is no acquirer then. */
export const openCielo = (
  world: World,
  refunds: RefundSwitches,
  { merchantId, merchantKey, notificationUrl }: Config['cielo'],
): Cielo | undefined =>
  merchantId === undefined || merchantKey === undefined
    ? undefined
    : {
        ...world,
        merchantId,
        merchantKey,
        notificationUrl,
        refunds,
        sales: createCieloSaleTable(world.db),
        cards: createCieloCardTable(world.db),
      };
