import { formatMinor } from '@repasse/values/money';
import { type Period, type StatementEntry } from '../../statements/domain/statement';
import { type OurPayments, type StatementOutcome } from '../provider';
import { listedOrSilent, readPage, readPages, startStatementTime } from '../wire/statement-listing';
import { type PixContext } from './client';
import { type ListedPix, readPixPage } from './cob';
import { paymentIdOf } from './requests';

/** Two hundred thousand receipts a day: what is read of them still fits into memory many times over. */
const pagesMax = 400;
const currency = 'BRL';

/** GET /pix: all that the bank received for us in a period, whether it was paid to a charge of ours or not. */
export const listStatement = (o: PixContext, period: Period, ours: OurPayments): Promise<StatementOutcome> =>
  listedOrSilent(async () => {
    const timeLeft = startStatementTime(o.timings);
    const pix = await readPages(pagesMax, (page) =>
      readPage({ log: o.log, timeLeft }, (timeoutMs) => o.client.listPix(period, page, timeoutMs), readPixPage),
    );
    const paymentIds = pix.map(({ txid }) => paymentIdOf(txid ?? '')).filter((each) => each !== undefined);
    const known = await ours.known(paymentIds);
    return pix.map((each) => toEntry(each, known));
  });

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
