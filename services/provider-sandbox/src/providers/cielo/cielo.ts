import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Request } from 'express';
import { type CallbackSender } from '../../callbacks/callback-sender';
import { type ChaosSwitches } from '../../store/chaos-switches';
import { type CieloCardTable } from '../../store/cielo-card-table';
import { type CieloSaleTable, type SaleChange, type SaleChanged, type SaleOutbox } from '../../store/cielo-sale-table';
import { type RefundSwitches } from '../../store/refund-switches';
import { type Sweeper } from '../../sweeper';
import { type ProviderAnswer } from '../answer';
import { type Sale } from './sale';
import { fault, type CieloFault } from './sale-rules';

/** Everything an endpoint of the simulated acquirer may use. */
export interface Cielo {
  readonly merchantId: string;
  readonly merchantKey: string;
  /** Agreed on with Cielo once, not registered by a request; undefined when nothing was. */
  readonly notificationUrl: string | undefined;
  readonly clock: Clock;
  readonly chaos: ChaosSwitches;
  readonly refunds: RefundSwitches;
  readonly sales: CieloSaleTable;
  readonly cards: CieloCardTable;
  readonly callbacks: CallbackSender;
  readonly sweeper: Pick<Sweeper, 'expect'>;
  readonly log: Logger;
  readonly stopping: AbortSignal;
}

export type CieloEndpoint = (cielo: Cielo, request: Request) => Promise<ProviderAnswer>;

/** Who hears of a sale: whoever listens at the one address. A notification has no signature and no status. */
export const outboxOf = ({ notificationUrl, callbacks }: Cielo): SaleOutbox => ({
  messagesOf: ({ paymentId }, changeType) => {
    if (notificationUrl === undefined) return [];
    const body = JSON.stringify({ PaymentId: paymentId, ChangeType: changeType });
    return [{ provider: 'card', address: notificationUrl, subscription: null, body }];
  },
  leaseUntil: callbacks.leaseUntil('card'),
});

/** Changes a sale and notifies of it. */
export const changeSale = async <T>(
  cielo: Cielo,
  paymentId: string,
  decide: (sale: Sale) => SaleChange<T>,
): Promise<SaleChanged<T> | undefined> => {
  const changed = await cielo.sales.change(paymentId, decide, outboxOf(cielo));
  if (changed === undefined) return undefined;
  cielo.sweeper.expect(changed.sale.finish?.dueAt);
  cielo.callbacks.dispatch(changed.callbacks);
  return changed;
};

export const refused = (status: number, ...faults: readonly CieloFault[]): ProviderAnswer => ({ status, body: faults });

export const notFound = (): ProviderAnswer => refused(404, fault(307, 'Transaction not found'));

export const guidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The PaymentId in the path; what is no GUID is nobody's, so this one is found nowhere. */
export const paymentIdOf = (request: Request): string => {
  const { paymentId } = request.params;
  return typeof paymentId === 'string' && guidPattern.test(paymentId)
    ? paymentId
    : '00000000-0000-0000-0000-000000000000';
};

/** `?amount=`: null when it is not given, NaN when it is no number. */
export const amountOf = (request: Request): number | null => {
  const { amount } = request.query;
  if (amount === undefined) return null;
  return typeof amount === 'string' && /^\d{1,12}$/.test(amount) ? Number(amount) : Number.NaN;
};
