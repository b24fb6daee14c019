import { randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { changeDocument, commit } from '../../callbacks/commit';
import { dueDocuments, type DueWork } from '../../sweeper';
import { guidPattern } from '../request';
import { type Cielo, type CieloEndpoint, notified, refused } from './cielo';
import { describeSale } from './describe-sale';
import { changeTypes, finishSale, makeSale, type Sale, saleStatus } from './sale';
import { fault, readSaleRequest, type SaleRequest } from './sale-rules';
import { judgeCard, type JudgedCard, saveCard, verdictOf } from './test-cards';

/** POST /1/sales. Sent twice it makes two sales: there is no idempotency here, as in the real one. */
export const createSale: CieloEndpoint = async (cielo, request) => {
  const now = cielo.clock.now();
  const reading = readSaleRequest(request.body, now);
  if ('faults' in reading) return refused(400, ...reading.faults);

  const { card: given, isToBeSaved, ...asked } = reading.request;
  const card = await judgedCard(cielo, given);
  if (card === undefined) return refused(400, fault(130, 'Could not get Credit Card'));
  const { delivery } = card;
  if (delivery === 'lost') return { status: 504, isWithheld: true };
  const verdict = verdictOf(card.verdict, Math.random());
  const sale = makeSale({ ...asked, paymentId: randomUUID(), verdict, isLate: delivery === 'late', now: toIso(now) });
  await commit(cielo, cielo.sales, async () => notified(cielo, sale, changeTypes.status, sale));
  const cardToken = isToBeSaved && isAuthorized(sale) ? await tokenOf(cielo, given, toIso(now)) : undefined;
  return { status: 201, body: describeSale(sale, cardToken), isWithheld: delivery === 'withheld' };
};

/** The card that was sent, or the one that was saved; undefined when no card has that token. */
const judgedCard = async (cielo: Cielo, given: SaleRequest['card']): Promise<JudgedCard | undefined> => {
  if ('number' in given) return judgeCard(given.number);
  return guidPattern.test(given.cardToken) ? cielo.cards.find(given.cardToken) : undefined;
};

const isAuthorized = ({ status }: Sale): boolean => status === saleStatus.authorized || status === saleStatus.confirmed;

/** A card that is saved already keeps its token. */
const tokenOf = async (cielo: Cielo, given: SaleRequest['card'], now: string): Promise<string> => {
  if ('cardToken' in given) return given.cardToken;
  const cardToken = randomUUID();
  await cielo.cards.save({ ...saveCard(given.number), cardToken, savedAt: now });
  return cardToken;
};

/** Finishes sales whose issuer answered late, by the sandbox's clock. */
export const dueSales = (cielo: Cielo): DueWork =>
  dueDocuments('cielo sales', cielo.clock, cielo.sales.listDue, ({ paymentId }, now) =>
    changeDocument(cielo, cielo.sales, paymentId, (sale) =>
      notified(cielo, finishSale(sale, toIso(now)), changeTypes.status, undefined),
    ),
  );
