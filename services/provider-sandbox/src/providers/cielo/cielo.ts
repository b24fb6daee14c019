import { type Request } from 'express';
import { type Change } from '../../callbacks/commit';
import { type Config } from '../../config';
import { type Documents } from '../../store/documents';
import { type World } from '../../world';
import { type ProviderAnswer } from '../answer';
import { type Endpoint } from '../api';
import { guidParam } from '../request';
import { type Sale } from './sale';
import { fault, type CieloFault } from './sale-rules';
import { type SavedCard } from './test-cards';

/** Everything an endpoint of the simulated acquirer may use. */
export interface Cielo extends World {
  readonly merchantId: string;
  readonly merchantKey: string;
  /** Configured once at Cielo, not by a request; undefined sends no notifications. */
  readonly notificationUrl: string | undefined;
  readonly sales: Documents<Sale>;
  /** Cards that a sale with SaveCard left behind. */
  readonly cards: Documents<SavedCard>;
}

/** Undefined without the merchant's keys: Cielo is not simulated then. */
export const openCielo = (
  world: World,
  { merchantId, merchantKey, notificationUrl }: Config['cielo'],
): Cielo | undefined => {
  if (merchantId === undefined || merchantKey === undefined) return undefined;
  const sales = world.store.documents<Sale>('cielo_sale', ({ paymentId, merchantOrderId, receivedAt, finish }) => ({
    id: paymentId,
    createdAt: receivedAt,
    dueAt: finish?.dueAt ?? null,
    refs: { merchantOrderId },
  }));
  const cards = world.store.documents<SavedCard>('cielo_card', ({ cardToken, savedAt }) => ({
    id: cardToken,
    createdAt: savedAt,
  }));
  return { ...world, merchantId, merchantKey, notificationUrl, sales, cards };
};

export type CieloEndpoint = Endpoint<Cielo>;

/** A sale to store, with the notification to the one configured address. It has no signature and no status. */
export const notified = <Result>(
  { notificationUrl: address }: Cielo,
  sale: Sale,
  changeType: number,
  result: Result,
): Change<Sale, Result> => {
  if (address === undefined) return { saved: [sale], result };
  const body = JSON.stringify({ PaymentId: sale.paymentId, ChangeType: changeType });
  return { saved: [sale], messages: [{ provider: 'card', address, body }], result };
};

/** The sales of an order, newest first. */
export const salesOf = ({ sales }: Cielo, merchantOrderId: string): Promise<Sale[]> =>
  sales.list({ refs: { merchantOrderId } }, { isNewestFirst: true });

/** Of an order, or of all. */
export const newestSale = async ({ sales }: Cielo, merchantOrderId?: string): Promise<Sale | undefined> => {
  const [newest] = await sales.list({ refs: { merchantOrderId } }, { isNewestFirst: true, limit: 1 });
  return newest;
};

export const refused = (status: number, ...faults: readonly CieloFault[]): ProviderAnswer => ({ status, body: faults });

export const notFound = (): ProviderAnswer => refused(404, fault(307, 'Transaction not found'));

/** The PaymentId in the path. */
export const paymentIdOf = (request: Request): string => guidParam(request, 'paymentId');
