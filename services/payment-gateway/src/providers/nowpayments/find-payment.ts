import { decodeTime } from 'ulid';
import { lookup, type Lookup, silent } from '../wire/lookup';
import { type TimeLeft } from '../wire/time-left';
import { type NowpaymentsContext } from './client';
import { type CoinPayment, readCoinPayment, readPaymentPage } from './coin-payment';

/** The provider's clock and ours may differ by as much, and a sandbox's by more. */
const clockSlackMs = 24 * 60 * 60_000;
/** Ten thousand payments; a merchant with more of them in a day needs another kind of lookup. */
const pagesMax = 20;

/** Reads one payment by the provider's own id. */
export const readById = async (o: NowpaymentsContext, id: string, timeLeft: TimeLeft): Promise<Lookup<CoinPayment>> =>
  lookup(o.log, await o.client.getPayment(id, timeLeft.timeoutMs()), readCoinPayment, ({ paymentId }) =>
    paymentId === id ? undefined : `The answer is about payment ${paymentId}.`,
  );

/**
 * Finds the payment requested under our id. The provider lists payments, newest first, and cannot search by our id, so
 * the list is read until it is older than our id. When a slow request left two, the older one counts: the payer never
 * got the address of the other.
 */
export const findByOrder = async (
  o: NowpaymentsContext,
  orderId: string,
  timeLeft: TimeLeft,
): Promise<Lookup<CoinPayment>> => {
  const oldestMs = decodeTime(orderId.slice(orderId.indexOf('_') + 1)) - clockSlackMs;
  const found: CoinPayment[] = [];
  for (let page = 0; page < pagesMax && timeLeft.isEnough(); page++) {
    const listed = lookup(o.log, await o.client.listPayments(page, timeLeft.timeoutMs()), readPaymentPage);
    if (listed.outcome !== 'found') return listed;
    const { items: payments, pagesCount } = listed.value;
    found.push(...payments.filter((each) => each.orderId === orderId && each.parentId === undefined));
    const last = payments.at(-1);
    if (last === undefined || page + 1 >= pagesCount || Date.parse(last.createdAt) < oldestMs) return oldestOf(found);
  }
  return found.length > 0 ? oldestOf(found) : silent('There are more payments than could be looked through.');
};

const oldestOf = (found: readonly CoinPayment[]): Lookup<CoinPayment> => {
  const [oldest] = [...found].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  return oldest === undefined ? { outcome: 'missing' } : { outcome: 'found', value: oldest };
};
