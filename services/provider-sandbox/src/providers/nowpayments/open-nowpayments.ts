import { type Config } from '../../config';
import { createNowPaymentsTable } from '../../store/nowpayments-payment-table';
import { type World } from '../../world';
import { type NowPayments } from './nowpayments';

/** Undefined when the sandbox is not told the merchant's key: there is no NOWPayments then. */
export const openNowPayments = (world: World, { apiKey }: Config['nowPayments']): NowPayments | undefined =>
  apiKey === undefined ? undefined : { ...world, apiKey, payments: createNowPaymentsTable(world.db) };
