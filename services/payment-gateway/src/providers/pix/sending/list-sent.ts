import { formatMinor } from '@repasse/values/money';
import { type Period, type StatementEntry } from '../../../statements/domain/statement';
import { type OurPayments, type StatementOutcome } from '../../provider';
import { integer, lenient, matcher, object, oneOrMany, many, reader, anything } from '../../wire/schema';
import { listedOrSilent, reachingBack, readPage, readPages, startStatementTime } from '../../wire/statement-listing';
import { type SendingContext } from './client';
import { payoutIdOf } from './requests';
import { readSentPix, type SentPix } from './sent-pix';

const pagesMax = 400;
const currency = 'BRL';
/** The list goes by the time of the request; what was sent late in the evening may have arrived the day after. */
const arrivesWithinMs = 24 * 60 * 60_000;

/** GET /gn/pix/enviados: all that left the account in a period and arrived, whether a payout of ours sent it or not. */
export const listSent = (
  o: SendingContext,
  period: Period,
  ours: Pick<OurPayments, 'known'>,
): Promise<StatementOutcome> =>
  listedOrSilent(async () => {
    const timeLeft = startStatementTime(o.timings);
    const asked = reachingBack(period, arrivesWithinMs);
    const sent = await readPages(pagesMax, (page) =>
      readPage({ log: o.log, timeLeft }, (timeoutMs) => o.client.listSent(asked, page, timeoutMs), readSentPage),
    );
    const arrived = sent.filter(({ status }) => status === 'settled');
    const known = await ours.known(arrived.flatMap(({ idEnvio }) => payoutIdOf(idEnvio) ?? []));
    return arrived.map((each) => toEntry(each, known, period));
  });

const readList = reader('list', object({ pix: oneOrMany(anything) }));
/** Not every list says how many pages it has; one that does not is one page. */
const pagesIn = matcher(
  object({ parametros: object({ paginacao: object({ quantidadeDePaginas: lenient(integer) }) }) }),
);

const readSentPage = (body: unknown): { items: readonly SentPix[]; pagesCount: number } => ({
  items: many(readList(body).pix).map(readSentPix),
  pagesCount: pagesIn(body)?.parametros.paginacao.quantidadeDePaginas ?? 1,
});

/** One that does not say when it arrived counts as of the period's beginning. */
const toEntry = (sent: SentPix, known: ReadonlySet<string>, period: Period): StatementEntry => {
  const payoutId = payoutIdOf(sent.idEnvio);
  return {
    providerReference: sent.idEnvio,
    paymentId: payoutId !== undefined && known.has(payoutId) ? payoutId : null,
    amount: formatMinor(sent.amountMinor),
    currency,
    receivedAt: sent.settledAt ?? period.from,
    isGone: false,
  };
};
