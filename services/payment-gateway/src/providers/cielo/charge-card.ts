import { setTimeout as pause } from 'node:timers/promises';
import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { cardInstructions } from '../../payments/domain/methods';
import { type Offer } from '../../payments/domain/payment';
import { type CardRequest, type OfferOutcome } from '../provider';
import { lookup } from '../wire/lookup';
import { notMade } from '../wire/make-once';
import { type CieloContext } from './cielo-context';
import { findSales, finishSale } from './find-sales';
import { refusalOf } from './refusal';
import { saleRequest, unsendable } from './requests';
import { readSale, type Sale } from './sale';
import { detailOf, receiptsIn } from './standing';

/**
 * Sends a card to the acquirer, once. The acquirer knows no idempotency, so after silence nothing is ever sent again: it
 * is asked for the order's outcome, and without one the payment stays unknown for the reconciler.
 */
export const chargeCard = async (o: CieloContext, request: CardRequest): Promise<OfferOutcome> => {
  if (request.isRepeat) return look(o, request, neverTold);
  const fault = unsendable(request, o.clock.now());
  if (fault !== undefined) return { outcome: 'declined', ...fault, offer: null };

  const answer = await o.client.sell(saleRequest(request, o.softDescriptor), o.timings.saleTimeoutMs);
  switch (answer.outcome) {
    case 'refused': {
      const refusal = refusalOf(answer);
      return refusal === 'exists' ? look(o, request, neverTold) : refusal;
    }
    case 'missing':
    case 'unavailable':
      return notMade(answer);
    case 'answered':
    case 'silent': {
      const sale = lookup(o.log, answer, readSale);
      return sale.outcome === 'found' ? outcomeOf(o, request, sale.value) : lookLater(o, request, notMade(sale));
    }
    default:
      return assertNever(answer);
  }
};

const neverTold: OfferOutcome = { outcome: 'unknown', isTimeout: false, detail: 'The acquirer shows no sale of it.' };

const lookLater = async (o: CieloContext, request: CardRequest, otherwise: OfferOutcome): Promise<OfferOutcome> => {
  await pause(o.timings.retryDelayMs);
  return look(o, request, otherwise);
};

/** Missing a moment after silence proves nothing: the acquirer may still be at it. */
const look = async (o: CieloContext, request: CardRequest, otherwise: OfferOutcome): Promise<OfferOutcome> => {
  const found = await findSales(o, { facts: request.facts, providerReference: null });
  const [sale] = found.outcome === 'found' ? found.value : [];
  return sale === undefined ? otherwise : outcomeOf(o, request, sale);
};

const outcomeOf = async (o: CieloContext, request: CardRequest, answered: Sale): Promise<OfferOutcome> => {
  const sale = await finishSale(o, answered);
  const offer = offerOf(sale, request);
  switch (sale.status) {
    case 'captured':
      return {
        outcome: 'received',
        offer,
        receipts: receiptsIn(sale, toIso(o.clock.now())),
        savedCardToken: request.isToBeSaved === true ? answered.cardToken : undefined,
      };
    case 'authorized':
    case 'pending':
      return { outcome: 'confirming', offer };
    case 'denied':
    case 'aborted':
    case 'voided':
      return endedUnpaid(sale, offer);
    default:
      return assertNever(sale.status);
  }
};

const endedUnpaid = (sale: Sale, offer: Offer): OfferOutcome => {
  const detail = detailOf(sale);
  if (sale.decline === undefined) return { outcome: 'refused', reason: 'PROVIDER_ERROR', detail };
  const { declineCode, isRetryable } = sale.decline;
  return { outcome: 'declined', declineCode, isRetryable, detail, offer };
};

const offerOf = ({ saleId }: Sale, { card, installments }: CardRequest): Offer => ({
  providerReference: saleId,
  instructions: cardInstructions(card, installments),
});
