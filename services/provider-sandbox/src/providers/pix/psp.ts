import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Request } from 'express';
import { type CallbackSender } from '../../callbacks/callback-sender';
import { type ChaosSwitches } from '../../store/chaos-switches';
import { type CobTable } from '../../store/cob-table';
import { type DevolucaoTable } from '../../store/devolucao-table';
import { type PixTable } from '../../store/pix-table';
import { type RefundSwitches } from '../../store/refund-switches';
import { type WebhookTable } from '../../store/webhook-table';
import { type Sweeper } from '../../sweeper';
import { type ProviderAnswer } from '../answer';
import { type AccessTokens } from './access-tokens';
import { type LocationKey } from './location-key';

/** Everything an endpoint of the simulated PSP may use. */
export interface Psp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly receiverName: string;
  readonly receiverCity: string;
  /** What locations begin with. Banks know at which address this PSP serves them. */
  readonly locationHost: string;
  readonly clock: Clock;
  readonly chaos: ChaosSwitches;
  readonly tokens: AccessTokens;
  readonly locationKey: LocationKey;
  readonly cobs: CobTable;
  readonly pix: PixTable;
  readonly webhooks: WebhookTable;
  readonly devolucoes: DevolucaoTable;
  readonly refunds: RefundSwitches;
  readonly callbacks: CallbackSender;
  readonly sweeper: Pick<Sweeper, 'expect'>;
  readonly log: Logger;
  /** Aborted when the sandbox stops: what is withheld until then is cut. */
  readonly stopping: AbortSignal;
}

export type PspEndpoint = (psp: Psp, request: Request) => Promise<ProviderAnswer>;

/** A path parameter; express has matched the route, so it is there. */
export const param = (request: Request, name: string): string => {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
};
