import { type PaymentRules } from '../../domain/charge.terms';

/** The rules and nothing else, whatever else a body or a row holds. */
export const paymentRulesBody = (rules: PaymentRules): PaymentRules => {
  const { late, overpaid, underpaid, duplicate, unknownRecipient, shareHoldDays } = rules;
  return { late, overpaid, underpaid, duplicate, unknownRecipient, shareHoldDays };
};
