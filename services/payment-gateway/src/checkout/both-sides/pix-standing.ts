import type { Standing } from '@repasse/checkout-kit/both-sides/payable';
import type { CheckoutState } from './checkout-state.ts';

/** A payment that stands alone has one code, which is made with it. */
export const pixStanding = ({ pix, expiresAt }: CheckoutState, nowMs: number): Standing => {
  if (Date.parse(expiresAt) <= nowMs) return 'expired';
  return pix === null ? 'pending' : 'ready';
};
