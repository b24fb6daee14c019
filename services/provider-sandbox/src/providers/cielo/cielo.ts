import { type Tx } from '@repasse/chassis/postgres/database';
import { type Request } from 'express';
import { commit, type Stored } from '../../callbacks/commit';
import { type Config } from '../../config';
import {
  type CieloCardTable,
  type CieloSaleTable,
  createCieloCardTable,
  createCieloSaleTable,
} from '../../store/cielo-tables';
import { type RefundSwitches } from '../../store/switches';
import { type World } from '../../world';
import { type ProviderAnswer } from '../answer';
import { type Endpoint } from '../api';
import { guidParam } from '../request';
import { type Sale } from './sale';
import { fault, type CieloFault } from './sale-rules';

/** Everything an endpoint of the simulated acquirer may use. */
export interface Cielo extends World {
  readonly merchantId: string;
  readonly merchantKey: string;
  /** Configured once at Cielo, not by a request; undefined sends no notifications. */
  readonly notificationUrl: string | undefined;
  readonly refunds: RefundSwitches;
  readonly sales: CieloSaleTable;
  readonly cards: CieloCardTable;
}

/** Undefined without the merchant's keys: Cielo is not simulated then. */
export const openCielo = (
  world: World,
  refunds: RefundSwitches,
  { merchantId, merchantKey, notificationUrl }: Config['cielo'],
): Cielo | undefined => {
  if (merchantId === undefined || merchantKey === undefined) return undefined;
  const [sales, cards] = [createCieloSaleTable(world.db), createCieloCardTable(world.db)];
  return { ...world, merchantId, merchantKey, notificationUrl, refunds, sales, cards };
};

export type CieloEndpoint = Endpoint<Cielo>;

/** The change of a sale, if any, its notification, and the answer to the caller. */
export interface SaleChange<T> {
  readonly sale: Sale | undefined;
  readonly changeType: number | undefined;
  readonly answer: T;
}

/** Stores a sale and notifies the one configured address. A notification has no signature and no status. */
export const storeSale = async (
  { sales, notificationUrl }: Cielo,
  tx: Tx,
  sale: Sale,
  changeType: number | undefined,
): Promise<Stored<Sale>> => {
  await sales.save(sale, tx);
  const body = JSON.stringify({ PaymentId: sale.paymentId, ChangeType: changeType });
  const message = { provider: 'card', address: notificationUrl ?? '', subscription: null, body } as const;
  const messages = notificationUrl === undefined || changeType === undefined ? [] : [message];
  return { result: sale, messages, dueAt: [sale.finish?.dueAt] };
};

/** Runs `decide` on the locked sale. Undefined when there is no such sale. */
export const changeSale = <T>(
  cielo: Cielo,
  paymentId: string,
  decide: (sale: Sale) => SaleChange<T>,
): Promise<{ readonly sale: Sale; readonly answer: T } | undefined> =>
  commit(cielo, 'card', async (tx) => {
    const found = await cielo.sales.lock(tx, 'payment_id', paymentId);
    if (found === undefined) return undefined;
    const { sale = found, changeType, answer } = decide(found);
    return { ...(await storeSale(cielo, tx, sale, changeType)), result: { sale, answer } };
  });

export const refused = (status: number, ...faults: readonly CieloFault[]): ProviderAnswer => ({ status, body: faults });

export const notFound = (): ProviderAnswer => refused(404, fault(307, 'Transaction not found'));

/** The PaymentId in the path. */
export const paymentIdOf = (request: Request): string => guidParam(request, 'paymentId');

/** `?amount=`: null when it is not given, NaN when it is no number. */
export const amountOf = (request: Request): number | null => {
  const { amount } = request.query;
  if (amount === undefined) return null;
  return typeof amount === 'string' && /^\d{1,12}$/.test(amount) ? Number(amount) : Number.NaN;
};
