import { reject, type Rejection } from '@repasse/chassis/decider';
import { amountMinorMax } from '@repasse/values/money';
import { attemptOf, isExhausted, isInProgress, remainderOf, type ChargeState, type ExistingCharge } from '../charge';
import { type CreateCharge, type RequestAttempt } from '../charge.commands';
import { type UndatedChargeEvent } from '../charge.events';
import { chargeCurrency, type AttemptTerms, type ChargeTerms } from '../charge.terms';
import { wholeBps } from '../fees';
import { fixedTotalMinor, percentTotalBps } from '../split';
import { statusAt } from '../expiry';
import { isAllowed } from '../merchant-actions';
import { type Decision } from './decision';

export const createCharge = ({ terms, pricing, attempt, now }: CreateCharge['data'], state: ChargeState): Decision => {
  if (state.status !== 'absent') return ignoreRepeat(terms, state);
  const refusal = refusalOf(terms, now) ?? refusalOfMethod(terms, attempt);
  if (refusal) return refusal;

  const created: UndatedChargeEvent = { type: 'ChargeCreated', data: { terms, pricing } };
  if (!attempt) return [created];
  return [created, { type: 'AttemptRequested', data: attempt }];
};

/** A further attempt. The same one again is no news; money in doubt is never doubled by trying beside it. */
export const requestAttempt = ({ attempt, now }: RequestAttempt['data'], state: ExistingCharge): Decision => {
  const { attemptsMax } = state.terms;
  const status = statusAt(state, now);
  if (attemptOf(state, attempt.attemptId)) return [];
  if (status === 'failed' || (status === 'pending' && isExhausted(state))) {
    return reject('charge.attempts_exhausted', `This charge has at most ${attemptsMax} attempts. Create a new charge.`);
  }
  if (status !== 'expired' && isInProgress(state)) {
    return reject('charge.payment_in_progress', 'A payment of this charge is being processed. Wait for its outcome.');
  }
  if (!isAllowed('create_attempt', status)) return reject('charge.not_payable', `The charge is ${status}.`);
  const refusal = refusalOfMethod(state.terms, attempt);
  if (refusal) return refusal;
  if (attempt.grossAmountMinor !== remainderOf(state)) {
    return reject('charge.amount_changed', 'Another payment came in between. Read the charge and try again.');
  }
  return [{ type: 'AttemptRequested', data: attempt }];
};

const refusalOfMethod = ({ methods }: ChargeTerms, attempt: AttemptTerms | null): Rejection | null =>
  methods === null || attempt === null || methods.includes(attempt.paymentMethod)
    ? null
    : reject('charge.method_not_offered', `This charge is paid by ${methods.join(' or ')}.`);

/** A retry of the same request is not news; the same id with other content is a caller's mistake. */
const ignoreRepeat = (terms: ChargeTerms, { terms: known }: ExistingCharge): Decision => {
  const isSame =
    known.userId === terms.userId &&
    known.grossAmountMinor === terms.grossAmountMinor &&
    known.externalReference === terms.externalReference &&
    known.description === terms.description &&
    known.webhookUrl === terms.webhookUrl;
  return isSame
    ? []
    : reject('charge.exists_with_different_content', `Charge ${terms.chargeId} was created with other content.`);
};

const refusalOf = ({ grossAmountMinor, currency, expiresAt, split }: ChargeTerms, now: string): Rejection | null => {
  if (currency !== chargeCurrency) return reject('charge.currency_not_supported', 'A charge is in BRL.');
  if (grossAmountMinor <= 0) return reject('charge.amount_not_positive', 'A charge must be for more than zero.');
  if (grossAmountMinor > amountMinorMax) return reject('charge.amount_too_large', 'No provider can take that much.');
  if (expiresAt <= now) return reject('charge.expires_in_past', 'A charge must expire in the future.');
  if (fixedTotalMinor(split) > grossAmountMinor) {
    return reject('charge.split_exceeds_amount', 'The FIXED amounts add up to more than grossAmount.');
  }
  if (percentTotalBps(split) > wholeBps) {
    return reject('charge.split_exceeds_amount', 'The PERCENT values add up to more than 100.');
  }
  return null;
};
