import { type PaymentRules } from '../../domain/charge.terms';

/** The four rules and nothing else, whatever else a body or a row holds. */
export const paymentRulesBody = ({ late, overpaid, underpaid, duplicate }: PaymentRules): PaymentRules => ({
  late,
  overpaid,
  underpaid,
  duplicate,
});
