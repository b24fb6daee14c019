import { formatAmount } from '@repasse/values/money';
import { isIn, type Period, type StatementEntry } from '../../statements/domain/statement';
import { type OurPayments, type StatementOutcome } from '../provider';
import { mapSome } from '../wire/map-some';
import {
  entryOf,
  requireFound,
  listedOrSilent,
  reachingBack,
  readPage,
  startStatementTime,
  StatementSilence,
} from '../wire/statement-listing';
import { type TimeLeft } from '../wire/time-left';
import { paidOrdersMax, type RevolutContext } from './client';
import { readById } from './find-order';
import { type Order, readOrders, receiptsOfOrder } from './order';
import { paymentIdOf } from './requests';

/** The list goes by when an order was made, and one can be paid for 720 hours after that. */
const payableMs = 720 * 60 * 60_000;
/** A hundred thousand orders in those thirty days fit into memory many times over. */
const pagesMax = 200;

/** GET /orders: the paid ones. One of ours that the list does not reach is read by itself. */
export const listStatement = (o: RevolutContext, period: Period, ours: OurPayments): Promise<StatementOutcome> =>
  listedOrSilent(async () => {
    const timeLeft = startStatementTime(o.timings);
    const listed = await readAll(o, reachingBack(period, payableMs), timeLeft);
    const reached = new Set(listed.map(({ reference }) => reference));
    const others = (await ours.receivedIn(period)).filter((paymentId) => !reached.has(paymentId));
    const unlisted = await mapSome(others, (paymentId) => readOne(o, paymentId, ours, timeLeft));
    const orders = [...listed, ...unlisted.flat()];
    return (await mapSome(orders.filter(isMoney), (order) => entriesOf(order, period, ours))).flat();
  });

const isMoney = ({ type, state }: Order): boolean =>
  state === 'completed' && (type === 'payment' || type === 'payment_request');

/** Newest first, so that each page ends where the next one begins; an order that is on both counts once. */
const readAll = async (o: RevolutContext, made: Period, timeLeft: TimeLeft): Promise<readonly Order[]> => {
  const orders: Order[] = [];
  let { to } = made;
  for (let page = 0; page < pagesMax; page++) {
    const period = { from: made.from, to };
    const ask = (timeoutMs: number) => o.client.listPaidOrders(period, timeoutMs);
    const listed = await readPage({ log: o.log, timeLeft }, ask, readOrders);
    orders.push(...listed);
    if (listed.length < paidOrdersMax) return orders;
    const next = justAfter(listed.reduce((oldest, { createdAt }) => (createdAt < oldest ? createdAt : oldest), to));
    if (next >= to) throw new StatementSilence('The list does not get past a moment.');
    to = next;
  }
  throw new StatementSilence(`The list has more than ${pagesMax} pages.`);
};

/** Whether the end of a period belongs to it is not documented, so it is put where it does not matter. */
const justAfter = (time: string): string => new Date(Date.parse(time) + 1).toISOString();

const readOne = async (
  o: RevolutContext,
  paymentId: string,
  ours: OurPayments,
  timeLeft: TimeLeft,
): Promise<readonly Order[]> => {
  const orderId = (await ours.find(paymentId))?.providerReference ?? null;
  if (orderId === null) return [];
  const found = await readById(o, orderId, timeLeft);
  return found.outcome === 'missing' ? [] : [requireFound(found)];
};

const entriesOf = async (order: Order, period: Period, ours: OurPayments): Promise<readonly StatementEntry[]> => {
  const paymentId = paymentIdOf(order.reference);
  // Orders outside the period are not compared, so their payments need not be found.
  const isAsked = paymentId !== undefined && isIn(period, order.updatedAt);
  const payment = isAsked ? await ours.find(paymentId) : undefined;
  if (payment !== undefined) return receiptsOfOrder(order, payment.facts).map((each) => entryOf(payment.facts, each));
  const { orderId: providerReference, currency, updatedAt: receivedAt } = order;
  const amount = formatAmount(order.amount, currency);
  return [{ providerReference, paymentId: null, amount, currency, receivedAt, isGone: false }];
};
