import { formatMinor } from '@repasse/chassis/money';
import { type Receipt } from '../../domain/payment';
import { type Period, type StatementEntry } from '../../domain/statement';
import { type OurPayments, type StatementOutcome } from '../provider';
import { insisting, listedOrSilent, startStatementTime, StatementSilence } from '../statement-listing';
import { type TimeLeft } from '../time-left';
import { type PixContext } from './pix-context';
import { paymentIdOf } from './requests';
import { readPixPage, UnreadableCob } from './status-map';

/** Two hundred thousand receipts a day: what is read of them still fits into memory many times over. */
const pagesMax = 400;
const currency = 'BRL';

/** GET /pix: all that the bank received for us in a period, whether it was paid to a charge of ours or not. */
export const listStatement = (o: PixContext, period: Period, ours: OurPayments): Promise<StatementOutcome> =>
  listedOrSilent(async () => {
    const pix = await readAll(o, period, startStatementTime(o.timings));
    const paymentIds = pix.map(({ txid }) => paymentIdOf(txid ?? '')).filter((each) => each !== undefined);
    const known = await ours.known(paymentIds);
    return pix.map((each) => toEntry(each, known));
  });

type ListedPix = Receipt & { readonly txid: string | undefined };

const readAll = async (o: PixContext, period: Period, timeLeft: TimeLeft): Promise<readonly ListedPix[]> => {
  const pix: ListedPix[] = [];
  for (let page = 0; page < pagesMax; page++) {
    const read = await readPage(o, period, page, timeLeft);
    pix.push(...read.pix);
    if (page + 1 >= read.pagesCount) return pix;
  }
  throw new StatementSilence(`The list has more than ${pagesMax} pages.`);
};

const readPage = async (o: PixContext, period: Period, page: number, timeLeft: TimeLeft) => {
  if (!timeLeft.isEnough()) throw new StatementSilence(`There was no time left for page ${page}.`);
  const answer = await insisting(timeLeft, o.timings.retryDelayMs, () =>
    o.client.listPix(period, page, timeLeft.timeoutMs()),
  );
  if (answer.kind === 'missing') throw new StatementSilence('The bank knows no GET /pix.');
  if (answer.kind !== 'answered') throw new StatementSilence(answer.detail);
  try {
    return readPixPage(answer.body);
  } catch (fault) {
    if (!(fault instanceof UnreadableCob)) throw fault;
    o.log.error({ page, reason: fault.message }, 'provider listed something unreadable');
    throw new StatementSilence(fault.message);
  }
};

const toEntry = ({ txid, amountMinor, ...pix }: ListedPix, known: ReadonlySet<string>): StatementEntry => {
  const paymentId = paymentIdOf(txid ?? '');
  return {
    ...pix,
    paymentId: paymentId !== undefined && known.has(paymentId) ? paymentId : null,
    amount: formatMinor(amountMinor),
    currency,
    isGone: false,
  };
};
