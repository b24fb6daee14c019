import { type PaymentFacts } from '../../payments/domain/payment';
import { type OfferOutcome, type OfferRequest } from '../provider';
import { type Answer } from '../wire/ask';
import { lookup, notFound } from '../wire/lookup';
import { makeOnce, notMade } from '../wire/make-once';
import { type TimeLeft } from '../wire/time-left';
import { violationIn } from './client';
import { type Cob, readCob } from './cob';
import { offerOf, UnusableCob } from './offer-of-cob';
import { type PixContext } from './pix-context';
import { cobRequest, txidOf } from './requests';

/**
 * PUT /cob/{txid} under our own txid. A repeat is safe (it finds or revises the same charge), but the charge is looked
 * for first: a revision would restart its expiry, and one that is already paid refuses to be put again.
 */
export const makeCob = (o: PixContext, request: OfferRequest): Promise<OfferOutcome> =>
  makeOnce(o.timings, {
    isRepeat: request.isRepeat,
    find: (timeLeft) => find(o, request, timeLeft),
    make: (timeLeft) => put(o, request, timeLeft),
  });

const find = async (o: PixContext, { facts }: OfferRequest, timeLeft: TimeLeft): Promise<OfferOutcome | 'missing'> => {
  const answer = await o.client.getCob(txidOf(facts), timeLeft.timeoutMs());
  if (answer.outcome === 'missing') return 'missing';
  return toOutcome(o, facts, answer.outcome === 'refused' ? notFound(answer) : answer);
};

const put = async (o: PixContext, request: OfferRequest, timeLeft: TimeLeft): Promise<OfferOutcome> => {
  const body = cobRequest(request, o.key, o.clock.now());
  const answer = await o.client.putCob(txidOf(request.facts), body, timeLeft.timeoutMs());
  if (answer.outcome === 'refused' && violationIn(answer.body) === 'CobOperacaoInvalida') {
    // Either the charge exists and is closed to changes, most likely because it is paid, or the request is at fault.
    const found = await find(o, request, timeLeft);
    if (found !== 'missing' && found.outcome === 'offered') return found;
  }
  return toOutcome(o, request.facts, answer);
};

const toOutcome = (o: PixContext, facts: PaymentFacts, answer: Answer): OfferOutcome => {
  if (answer.outcome === 'refused') return notMade(answer);
  const found = lookup(o.log, answer, readCob);
  return found.outcome === 'found' ? usable(o, facts, found.value) : notMade(found);
};

const usable = (o: PixContext, facts: PaymentFacts, cob: Cob): OfferOutcome => {
  try {
    return { outcome: 'offered', offer: offerOf(cob, facts, o.receiver) };
  } catch (fault) {
    if (!(fault instanceof UnusableCob)) throw fault;
    o.log.error({ paymentId: facts.paymentId, reason: fault.message }, 'provider made a charge that cannot be shown');
    return { outcome: 'refused', reason: 'PROVIDER_ERROR', detail: fault.message };
  }
};
