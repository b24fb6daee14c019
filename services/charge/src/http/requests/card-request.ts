import { type ApiRequest } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/charge';
import { attemptsLimit } from '../../domain/charge.terms';
import { type ChargeRequest } from '../../workflow/charge-request';
import { defaultExpiry } from './charge-request';
import { given, wholePayment } from './payment-request';

export type CreateCardPaymentBody = components['schemas']['CreateCardPayment'];

/** Undefined where the payer gives the card at the checkout. */
export const cardTokenOf = ({ card_token }: CreateCardPaymentBody): string | undefined => given(card_token);

/**
 * A request that has passed every check, as a charge by card alone. A saved card is its first attempt and its only one:
 * there is no payer to give another.
 */
export const readCardRequest = (request: ApiRequest<CreateCardPaymentBody>, now: Date): ChargeRequest => {
  const { body } = request;
  const expiresAt = body.expire_at ?? defaultExpiry(now).toISOString();
  const isSaved = cardTokenOf(body) !== undefined;
  return {
    ...wholePayment(request, 'PRE_FILLED'),
    paymentMethod: isSaved ? 'CREDIT_CARD' : null,
    installments: isSaved ? body.installments : 1,
    expiresAt,
    methods: ['CREDIT_CARD'],
    installmentsMax: body.installments,
    attemptsMax: isSaved ? 1 : attemptsLimit,
    clientMode: null,
  };
};
