import { type TimeLeft } from '../time-left';
import { silent, type Unfound, unfound } from '../unfound';
import { type CoinAnswer } from './ask';
import { type CoinPayment, readCoinPayment, readPaymentPage } from './coin-payment';
import { UnreadableAnswer } from './fields';
import { type NowpaymentsContext } from './nowpayments-context';

export type Lookup<T = CoinPayment> = { readonly outcome: 'found'; readonly value: T } | Unfound;

/** The provider's clock and ours may differ by as much, and a sandbox's by more. */
const clockSlackMs = 24 * 60 * 60_000;
/** Ten thousand payments; whoever has more of them in a day than that is asked about some other way. */
const pagesMax = 20;

/** Reads one payment by the provider's own id. */
export const readById = async (o: NowpaymentsContext, id: string, timeLeft: TimeLeft): Promise<Lookup> => {
  const lookup = toLookup(o, await o.client.getPayment(id, timeLeft.timeoutMs()));
  return lookup.outcome === 'found' && lookup.value.paymentId !== id
    ? silent(`The answer is about payment ${lookup.value.paymentId}.`)
    : lookup;
};

/**
 * Finds the payment that was asked for under our id. The provider lists payments, newest first, and searches them by
 * nothing of ours, so the list is read until it is older than our id. Of two, which a slow request may leave, the older
 * one counts: the payer of the other was never told its address.
 */
export const findByOrder = async (o: NowpaymentsContext, orderId: string, timeLeft: TimeLeft): Promise<Lookup> => {
  const oldestMs = timeOfId(orderId) - clockSlackMs;
  const found: CoinPayment[] = [];
  for (let page = 0; page < pagesMax && timeLeft.isEnough(); page++) {
    const listed = read(o, await o.client.listPayments(page, timeLeft.timeoutMs()), readPaymentPage);
    if (listed.outcome !== 'found') return listed;
    const { payments, pagesCount } = listed.value;
    found.push(...payments.filter((each) => each.orderId === orderId && each.parentId === undefined));
    const last = payments.at(-1);
    if (last === undefined || page + 1 >= pagesCount || Date.parse(last.createdAt) < oldestMs) return oldestOf(found);
  }
  return found.length > 0 ? oldestOf(found) : silent('There are more payments than could be looked through.');
};

const oldestOf = (found: readonly CoinPayment[]): Lookup => {
  const [oldest] = [...found].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  return oldest === undefined ? { outcome: 'missing' } : { outcome: 'found', value: oldest };
};

/** Sorts an answer that should be a payment. */
export const toLookup = (o: NowpaymentsContext, answer: CoinAnswer): Lookup => read(o, answer, readCoinPayment);

/** Sorts an answer that should be something. */
export const read = <T>({ log }: NowpaymentsContext, answer: CoinAnswer, as: (text: string) => T): Lookup<T> => {
  if (answer.kind !== 'answered') return unfound(answer);
  try {
    return { outcome: 'found', value: as(answer.text) };
  } catch (fault) {
    if (!(fault instanceof UnreadableAnswer)) throw fault;
    log.error({ provider: 'NOWPAYMENTS', reason: fault.message }, 'provider said something unreadable');
    return silent(fault.message);
  }
};

const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeCharacters = 10;

/** The first ten characters of a ULID are its time in milliseconds. */
const timeOfId = (id: string): number =>
  Array.from(id.slice(id.indexOf('_') + 1).slice(0, timeCharacters)).reduce(
    (ms, each) => ms * 32 + base32.indexOf(each),
    0,
  );
