import { randomInt, randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { outboxOf, refused, type CieloEndpoint } from './cielo';
import { describeSale } from './describe-sale';
import { makeSale } from './make-sale';
import { readSaleRequest } from './sale-rules';
import { deliveryOf, judgeCard, maskCard } from './test-cards';

/** POST /1/sales. Sent twice it makes two sales: there is no idempotency here, as in the real one. */
export const createSale: CieloEndpoint = async (cielo, request) => {
  const now = cielo.clock.now();
  const reading = readSaleRequest(request.body, now);
  if ('faults' in reading) return refused(400, ...reading.faults);

  const { card, ...asked } = reading.request;
  const delivery = deliveryOf(card.number);
  if (delivery === 'lost') return { status: 504, isWithheld: true };
  const sale = makeSale({
    ...asked,
    paymentId: randomUUID(),
    tid: digits(20),
    proofOfSale: digits(6),
    authorizationCode: digits(6),
    card: maskCard(card),
    verdict: judgeCard(card.number, Math.random()),
    isLate: delivery === 'late',
    now: toIso(now),
  });
  cielo.callbacks.dispatch(await cielo.sales.insert(sale, outboxOf(cielo)));
  return { status: 201, body: describeSale(sale), isWithheld: delivery === 'withheld' };
};

export const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
