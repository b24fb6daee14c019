import { inParts } from '../../crypto/domain/accepted-part';
import { type Receipt } from '../../payments/domain/payment';
import { type Period, type StatementEntry } from '../../statements/domain/statement';
import { type OurPayments, type PaymentRef, type StatementOutcome } from '../provider';
import { mapSome } from '../wire/map-some';
import {
  entryOf,
  requireFound,
  listedOrSilent,
  reachingBack,
  readPage,
  readPages,
  startStatementTime,
} from '../wire/statement-listing';
import { type TimeLeft } from '../wire/time-left';
import { type NowpaymentsContext } from './client';
import { type CoinPayment, readPaymentPage } from './coin-payment';
import { cameOf, isThere, standingOf } from './deposits';
import { readById } from './find-payment';

/** The list goes by when a payment was made. Coins come within minutes, but an address is watched for seven days. */
const watchedMs = 8 * 24 * 60 * 60_000;
/** A hundred thousand payments in those days fit into memory many times over. */
const pagesMax = 200;

/**
 * GET /payment/: every payment with coins, and each further deposit, which is a payment of its own. Payments of ours
 * that the list does not reach, because their coins came late, are read one by one.
 */
export const listStatement = (o: NowpaymentsContext, period: Period, ours: OurPayments): Promise<StatementOutcome> =>
  listedOrSilent(async () => {
    const timeLeft = startStatementTime(o.timings);
    const listed = await readAll(o, reachingBack(period, watchedMs), timeLeft);
    const books = createBooks(o, listed, timeLeft);
    const asked = new Set(listed.filter(isThere).map(({ parentId, paymentId }) => parentId ?? paymentId));
    for (const paymentId of await ours.receivedIn(period)) {
      const reference = (await ours.find(paymentId))?.providerReference ?? null;
      if (reference !== null) asked.add(reference);
    }
    return (await mapSome([...asked], (id) => entriesOf(books, id, ours))).flat();
  });

const readAll = (o: NowpaymentsContext, made: Period, timeLeft: TimeLeft): Promise<readonly CoinPayment[]> =>
  readPages(pagesMax, (page) =>
    readPage({ log: o.log, timeLeft }, (timeoutMs) => o.client.listPayments(page, timeoutMs, made), readPaymentPage),
  );

type Books = ReturnType<typeof createBooks>;

/** The listed payments, and those that must be read one by one. */
const createBooks = (o: NowpaymentsContext, listed: readonly CoinPayment[], timeLeft: TimeLeft) => {
  const byId = new Map(listed.map((payment) => [payment.paymentId, payment]));
  const readOne = async (id: string): Promise<CoinPayment | undefined> => {
    const listedOne = byId.get(id);
    if (listedOne !== undefined) return listedOne;
    const found = await readById(o, id, timeLeft);
    return found.outcome === 'missing' ? undefined : requireFound(found);
  };
  return {
    /** Undefined when the provider knows no such payment. */
    read: readOne,
    /** Further deposits to the address of a payment. */
    furtherOf: async ({ paymentId, furtherIds }: CoinPayment): Promise<readonly CoinPayment[]> => {
      const children = listed.filter(({ parentId }) => parentId === paymentId).map((each) => each.paymentId);
      const further = await mapSome([...new Set([...furtherIds, ...children])], readOne);
      return further.filter((each) => each !== undefined);
    },
  };
};

const entriesOf = async (books: Books, askedId: string, ours: OurPayments): Promise<readonly StatementEntry[]> => {
  const asked = await books.read(askedId);
  if (asked === undefined) return [];
  const further = await books.furtherOf(asked);
  const payment = asked.orderId === undefined ? undefined : await ours.find(asked.orderId);
  if (payment !== undefined && isOf(payment, asked)) {
    return receiptsOf(payment, asked, further).map((receipt) => entryOf(payment.facts, receipt));
  }
  return [asked, ...further].filter(isThere).map(unknownEntry);
};

/** An accepted part is listed as it was booked, and so are later deposits of the same price. */
const receiptsOf = (
  { facts, acceptedParts = [] }: PaymentRef,
  asked: CoinPayment,
  further: readonly CoinPayment[],
): readonly Receipt[] => {
  const { receipts } = standingOf(asked, further, facts);
  const came = cameOf(asked, further, facts);
  if (acceptedParts.length === 0 || came === undefined) return receipts;
  const onTop = receipts.filter(({ providerReference }) => providerReference !== asked.paymentId);
  return [...inParts(acceptedParts, came), ...onTop];
};

/** A slow request may have left a second payment under the same id; coins sent to that one belong to no payment. */
const isOf = ({ providerReference }: PaymentRef, { paymentId }: CoinPayment): boolean =>
  providerReference === null || providerReference === paymentId;

const unknownEntry = ({ paymentId, actuallyPaid, payCurrency, updatedAt }: CoinPayment): StatementEntry => ({
  providerReference: paymentId,
  paymentId: null,
  amount: actuallyPaid,
  currency: payCurrency.toUpperCase(),
  receivedAt: updatedAt,
  isGone: false,
});
