import { assertNever, reject } from '@repasse/chassis/decider';
import { ProblemError } from '@repasse/chassis/http/problem';
import { formatMinor } from '@repasse/values/money';
import { problemCode } from '@repasse/contracts';
import { type Refusal } from '../workflow/refusal';
import { outlivingFault } from './checks/attempt-faults';
import { refusalOf } from './checks/refusal';
import { chargeNotFound, refusedOn, unavailable } from './problems';

/** The fields in which the caller named an amount and the currency it is paid in. */
export interface PriceFields {
  readonly currency: string;
  readonly amount: string;
}

/** The refusal of a workflow in the words of an endpoint. */
export const problemOf = (
  refusal: Refusal,
  fields: PriceFields = { currency: 'currency', amount: 'currency' },
): ProblemError => {
  switch (refusal.refused) {
    case 'by_decision':
      return byDecision(refusal);
    case 'key_reused':
      return keyReused(refusal);
    case 'not_quoted':
      return notQuoted(refusal, fields);
    case 'outlives_charge':
      return refusalOf([outlivingFault(refusal.limit, 'when the charge expires')]);
    case 'outlives_quote':
      return refusalOf([outlivingFault(refusal.limit, 'when the quoted price ends')]);
    case 'recipients_unknown':
      return unavailable(
        'The recipients of the split could not be looked up just now. Nothing was created; send the request again.',
      );
    default:
      return assertNever(refusal);
  }
};

type Refused<Why extends Refusal['refused']> = Extract<Refusal, { readonly refused: Why }>;

/** The domain's refusals are public; their status is in the contract. */
const byDecision = ({ rejection, charge, now }: Refused<'by_decision'>): ProblemError => {
  const { code, detail } = rejection;
  if (charge) return refusedOn(charge, now, rejection);
  return new ProblemError({ status: problemCode(code).status, code, detail });
};

const reusedCode = 'charge.attempt_key_reused';

/** With the charge of the key's first use as it stands now. */
const keyReused = ({ holder: { chargeId, attemptId }, charge, now }: Refused<'key_reused'>): ProblemError => {
  if (charge.status === 'absent') return chargeNotFound(chargeId);
  const detail = `This attemptIdempotencyKey was used for charge ${chargeId}. Nothing was created.`;
  return refusedOn(charge, now, reject(reusedCode, detail), attemptId);
};

/**
 * The same refusal for a payer whose key belongs to another charge of the merchant. It neither names that charge nor
 * claims this one: nothing was tried here, so another key may be used at once.
 */
export const attemptKeyReusedElsewhere = (): ProblemError =>
  new ProblemError({
    status: problemCode(reusedCode).status,
    code: reusedCode,
    detail: 'This attemptIdempotencyKey was used before, and not at this charge. Nothing was charged; use another key.',
    extra: { retryable: false },
  });

const notQuoted = ({ answer, amountMinor, currency }: Refused<'not_quoted'>, fields: PriceFields): ProblemError => {
  switch (answer.outcome) {
    case 'currency_not_supported':
      return new ProblemError({
        status: 400,
        code: 'fx.currency_not_supported',
        detail: `${answer.detail} Nothing was created.`,
        errors: [{ field: fields.currency, message: 'is not a currency that can be paid in here.' }],
      });
    case 'amount_out_of_range':
      return outOfRange({ amountMinor, currency, field: fields.amount }, answer);
    case 'unavailable':
      return unavailable(
        'There is no exchange rate to be had just now. Nothing was created; send the request again.',
        'fx.rate_unavailable',
      );
    default:
      return assertNever(answer);
  }
};

/** A payment in another currency is at least its smallest unit. */
const outOfRange = (
  { amountMinor, currency, field }: { readonly amountMinor: number; readonly currency: string; readonly field: string },
  { leastMinor, mostMinor }: { readonly leastMinor: number; readonly mostMinor: number },
): ProblemError => {
  const [least, most] = [formatMinor(leastMinor), formatMinor(mostMinor)];
  const message = amountMinor < leastMinor ? `needs ${least} BRL at least` : `takes ${most} BRL at most`;
  return new ProblemError({
    status: 400,
    code: 'payment.amount_out_of_range',
    detail: `By today's rate ${least} to ${most} BRL can be paid in ${currency}. Nothing was created.`,
    errors: [{ field, message: `${message} to be paid in ${currency}.` }],
  });
};
