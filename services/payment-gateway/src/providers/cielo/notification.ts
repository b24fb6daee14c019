import { matcher, object, pattern } from '../wire/schema';
import { namedBy, type NamesIn } from '../callback';
import { type CieloContext } from './cielo-context';
import { getSale } from './find-sales';
import { paymentIdOfOrder } from './order-id';

/** The name becomes part of an address, so it must look like one. */
const saleId = pattern(/^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/);
const notificationIn = matcher(object({ PaymentId: saleId }));

/** The sale a Post de Notificação is about. Whatever else it says is not read. */
export const saleIdIn = (body: unknown): string | undefined => notificationIn(body)?.PaymentId;

/** The payment of a sale, as the acquirer itself says; that holds also for one whose answer was lost. */
export const createNamesIn =
  (o: CieloContext): NamesIn =>
  async (body) => {
    const named = saleIdIn(JSON.parse(body));
    if (named === undefined) return [];
    return [namedBy(await getSale(o, named), ({ orderId }) => paymentIdOfOrder(orderId ?? ''))];
  };
