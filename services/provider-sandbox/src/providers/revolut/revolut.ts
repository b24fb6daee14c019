import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Request } from 'express';
import { type CallbackSender } from '../../callbacks/callback-sender';
import { type ChaosSwitches } from '../../store/chaos-switches';
import { type RefundSwitches } from '../../store/refund-switches';
import { type RevolutOrderTable } from '../../store/revolut-order-table';
import { type RevolutWebhookTable } from '../../store/revolut-webhook-table';
import { type Sweeper } from '../../sweeper';
import { type ProviderAnswer } from '../answer';

/** Everything an endpoint of the simulated Merchant API may use. */
export interface Revolut {
  readonly secretKey: string;
  /** The real one takes no localhost and no IP address for an address. */
  readonly acceptsLocalUrls: boolean;
  readonly clock: Clock;
  readonly chaos: ChaosSwitches;
  readonly refunds: RefundSwitches;
  readonly orders: RevolutOrderTable;
  readonly webhooks: RevolutWebhookTable;
  readonly callbacks: CallbackSender;
  readonly sweeper: Pick<Sweeper, 'expect'>;
  readonly log: Logger;
  readonly stopping: AbortSignal;
}

export type RevolutEndpoint = (revolut: Revolut, request: Request) => Promise<ProviderAnswer>;

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const nobody = '00000000-0000-0000-0000-000000000000';

/** An id in the path; what is no UUID is nobody's, so this one is found nowhere. */
export const idOf = (request: Request, name = 'id'): string => {
  const value = request.params[name];
  return typeof value === 'string' && uuidPattern.test(value) ? value : nobody;
};

/** Where the payer's page is, seen by who asks. */
export const originOf = (request: Request): string =>
  `${request.protocol}://${request.get('host') ?? 'localhost'}${request.baseUrl.replace(/\/api$/, '')}`;
