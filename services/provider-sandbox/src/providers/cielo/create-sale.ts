import { randomInt, randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { changeDocument, commit } from '../../callbacks/commit';
import { dueDocuments, type DueWork } from '../../sweeper';
import { guidPattern } from '../request';
import { type Cielo, type CieloEndpoint, notified, refused } from './cielo';
import { describeSale } from './describe-sale';
import { type CardVerdict, changeTypes, finishSale, makeSale, type MaskedCard, type Sale, saleStatus } from './sale';
import { fault, readSaleRequest, type SaleRequest } from './sale-rules';
import { type Delivery, deliveryOf, judgeCard, maskCard, saveCard, verdictOf } from './test-cards';

/** POST /1/sales. Sent twice it makes two sales: there is no idempotency here, as in the real one. */
export const createSale: CieloEndpoint = async (cielo, request) => {
  const now = cielo.clock.now();
  const reading = readSaleRequest(request.body, now);
  if ('faults' in reading) return refused(400, ...reading.faults);

  const { card: given, isToBeSaved, ...asked } = reading.request;
  const charged = await chargedCard(cielo, given);
  if (charged === undefined) return refused(400, fault(130, 'Could not get Credit Card'));
  const { delivery, card, verdict } = charged;
  if (delivery === 'lost') return { status: 504, isWithheld: true };
  const sale = makeSale({
    ...asked,
    paymentId: randomUUID(),
    tid: digits(20),
    proofOfSale: digits(6),
    authorizationCode: digits(6),
    card,
    verdict,
    isLate: delivery === 'late',
    now: toIso(now),
  });
  await commit(cielo, cielo.sales, async () => notified(cielo, sale, changeTypes.status, sale));
  const cardToken = isToBeSaved && isAuthorized(sale) ? await tokenOf(cielo, given, toIso(now)) : undefined;
  return { status: 201, body: describeSale(sale, cardToken), isWithheld: delivery === 'withheld' };
};

interface ChargedCard {
  readonly card: MaskedCard;
  readonly verdict: CardVerdict;
  readonly delivery: Delivery;
}

/** The card that was sent, or the one that was saved; undefined when no card has that token. */
const chargedCard = async (cielo: Cielo, given: SaleRequest['card']): Promise<ChargedCard | undefined> => {
  if ('number' in given) {
    const verdict = judgeCard(given.number, Math.random());
    return { card: maskCard(given), verdict, delivery: deliveryOf(given.number) };
  }
  const saved = guidPattern.test(given.cardToken) ? await cielo.cards.find(given.cardToken) : undefined;
  return saved && { ...saved, verdict: verdictOf(saved.verdict, Math.random()) };
};

const isAuthorized = ({ status }: Sale): boolean => status === saleStatus.authorized || status === saleStatus.confirmed;

/** A card that is saved already keeps its token. */
const tokenOf = async (cielo: Cielo, given: SaleRequest['card'], now: string): Promise<string> => {
  if ('cardToken' in given) return given.cardToken;
  const cardToken = randomUUID();
  await cielo.cards.save({ ...saveCard(given), cardToken, savedAt: now });
  return cardToken;
};

export const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** Finishes sales whose issuer answered late, by the sandbox's clock. */
export const dueSales = (cielo: Cielo): DueWork =>
  dueDocuments('cielo sales', cielo.clock, cielo.sales.listDue, ({ paymentId }, now) =>
    changeDocument(cielo, cielo.sales, paymentId, (sale) =>
      notified(cielo, finishSale(sale, digits(6), toIso(now)), changeTypes.status, undefined),
    ),
  );
