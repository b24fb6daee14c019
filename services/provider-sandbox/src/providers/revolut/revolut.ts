import { type Request } from 'express';
import { type Config } from '../../config';
import { type RefundSwitches } from '../../store/switches';
import { createRevolutOrderTable, type RevolutOrderTable } from '../../store/revolut-order-table';
import { createRevolutWebhookTable, type RevolutWebhookTable } from '../../store/revolut-webhook-table';
import { type World } from '../../world';
import { type Endpoint } from '../api';

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

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const nobody = '00000000-0000-0000-0000-000000000000';

/** An id in the path; for text that is no UUID, an id that no object has. */
export const idOf = (request: Request, name = 'id'): string => {
  const value = request.params[name];
  return typeof value === 'string' && uuidPattern.test(value) ? value : nobody;
};

/** The origin of the payer's page, as the caller sees it. */
export const originOf = (request: Request): string =>
  `${request.protocol}://${request.get('host') ?? 'localhost'}${request.baseUrl.replace(/\/api$/, '')}`;
