import { type PaymentFacts } from '../../payments/domain/payment';
import { type OfferOutcome, type OfferRequest } from '../provider';
import { type Refusal } from '../wire/ask';
import { lookup, type Lookup, lookupMade } from '../wire/lookup';
import { makeOnce, unusable } from '../wire/make-once';
import { type TimeLeft } from '../wire/time-left';
import { violationIn, type PixContext } from './client';
import { type Cob, readCob } from './cob';
import { codeOf, faultOf } from './offer-of-cob';
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
    outcomeOf: (cob) => outcomeOf(o, request.facts, cob),
  });

const find = async (o: PixContext, { facts }: OfferRequest, timeLeft: TimeLeft): Promise<Lookup<Cob>> =>
  lookup(o.log, await o.client.getCob(txidOf(facts), timeLeft.timeoutMs()), readCob);

const put = async (o: PixContext, request: OfferRequest, timeLeft: TimeLeft): Promise<Refusal | Lookup<Cob>> => {
  const body = cobRequest(request, o.key, o.clock.now());
  const answer = await o.client.putCob(txidOf(request.facts), body, timeLeft.timeoutMs());
  if (answer.outcome === 'refused' && violationIn(answer.body) === 'CobOperacaoInvalida') {
    // Either the charge exists and is closed to changes, most likely because it is paid, or the request is at fault.
    const found = await find(o, request, timeLeft);
    if (found.outcome === 'found' && outcomeOf(o, request.facts, found.value).outcome === 'offered') return found;
  }
  return lookupMade(o.log, answer, readCob);
};

const outcomeOf = ({ log, receiver }: PixContext, facts: PaymentFacts, cob: Cob): OfferOutcome => {
  const fault = faultOf(cob, facts);
  if (fault !== undefined) return unusable(log, facts.paymentId, fault);
  const emv = codeOf(cob, receiver);
  return emv === undefined
    ? unusable(log, facts.paymentId, 'The provider gave neither a valid code nor a location.')
    : { outcome: 'offered', offer: { providerReference: cob.txid, instructions: { method: 'PIX', emv } } };
};
