import { type PaymentMethod } from '@repasse/contracts';

/** Withdrawals are paid in coins, from the account that coins arrive in. */
export const payoutMethod = 'CRYPTO' satisfies PaymentMethod;
