import { attemptField, type CheckoutMethod, type CheckoutState } from './checkout-state.ts';

/** The payer's last choice, as far as the charge knows; otherwise the first offered method. */
export const initialMethod = (state: CheckoutState): CheckoutMethod | undefined => {
  const { methods } = state;
  const idOf = (method: CheckoutMethod): string => state[attemptField[method]]?.attemptId ?? '';
  // Ids are ordered by time.
  const [latest] = methods.filter((method) => idOf(method) !== '').sort((a, b) => (idOf(a) < idOf(b) ? 1 : -1));
  return latest ?? methods[0];
};
