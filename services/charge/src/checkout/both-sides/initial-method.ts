import type { CheckoutMethod, CheckoutState } from './checkout-state.ts';

/** The payer's last choice, as far as the charge knows; otherwise the first offered method. */
export const initialMethod = (state: CheckoutState): CheckoutMethod | undefined => {
  const { methods } = state;
  const tried: readonly (readonly [CheckoutMethod, { readonly attemptId: string } | null])[] = [
    ['PIX', state.pix],
    ['CREDIT_CARD', state.card],
    ['INTERNATIONAL', state.international],
  ];
  // Ids are ordered by time.
  const [latest] = tried
    .flatMap(([method, attempt]) => (attempt !== null && methods.includes(method) ? [{ method, ...attempt }] : []))
    .sort((a, b) => (a.attemptId < b.attemptId ? 1 : -1));
  return latest?.method ?? methods[0];
};
