import { type Request } from 'express';
import { type Config } from '../../config';
import { type RefundSwitches } from '../../store/switches';
import { createRevolutOrderTable, type RevolutOrderTable } from '../../store/revolut-order-table';
import { createRevolutWebhookTable, type RevolutWebhookTable } from '../../store/revolut-webhook-table';
import { type World } from '../../world';
import { type Endpoint } from '../api';
import { guidParam } from '../request';

/** Everything an endpoint of the simulated Merchant API may use. */
export interface Revolut extends World {
  readonly secretKey: string;
  /** The real one takes no localhost and no IP address for an address. */
  readonly acceptsLocalUrls: boolean;
  readonly refunds: RefundSwitches;
  readonly orders: RevolutOrderTable;
  readonly webhooks: RevolutWebhookTable;
}

/** Undefined without the secret key: Revolut is not simulated then. */
export const openRevolut = (
  world: World,
  refunds: RefundSwitches,
  { secretKey, acceptsLocalUrls }: Config['revolut'],
): Revolut | undefined => {
  if (secretKey === undefined) return undefined;
  const [orders, webhooks] = [createRevolutOrderTable(world.db), createRevolutWebhookTable(world.db)];
  return { ...world, secretKey, acceptsLocalUrls, refunds, orders, webhooks };
};

export type RevolutEndpoint = Endpoint<Revolut>;

/** The id of an order, a payment or a webhook in the path. */
export const idOf = (request: Request): string => guidParam(request, 'id');

/** The origin of the payer's page, as the caller sees it. */
export const originOf = (request: Request): string =>
  `${request.protocol}://${request.get('host') ?? 'localhost'}${request.baseUrl.replace(/\/api$/, '')}`;
