import { type AskCoins } from './ask';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The secret of the one-time codes, in base32. */
  readonly totpSecret: string;
}

export interface PayoutBody {
  readonly address: string;
  /** In small letters, as all of the provider's coins. */
  readonly currency: string;
  readonly amount: number;
  readonly unique_external_id: string;
  /** Of a coin that has none it makes a payout fail, so it is there only when it was named. */
  readonly extra_id?: string;
  readonly ipn_callback_url: string;
}

export interface AddressBody {
  readonly address: string;
  readonly currency: string;
  readonly extra_id: string | null;
}

export interface EstimateQuestion {
  /** Decimal text. */
  readonly amount: string;
  readonly from: string;
  readonly to: string;
}

export type PayoutClient = ReturnType<typeof createPayoutClient>;

/** The part of the API that sends coins. Requests with a `bearer` need a sign-in. */
export const createPayoutClient = (ask: AskCoins) => ({
  signIn: ({ email, password }: Credentials, timeoutMs: number) =>
    ask({ operation: 'sign_in', method: 'POST', path: '/auth', body: { email, password }, timeoutMs }),
  estimate: ({ amount, from, to }: EstimateQuestion, timeoutMs: number) => {
    const query = new URLSearchParams({ amount, currency_from: from, currency_to: to });
    const path = `/estimate?${query.toString()}`;
    return ask({ operation: 'estimate', method: 'GET', path, timeoutMs });
  },
  validateAddress: (body: AddressBody, timeoutMs: number) =>
    ask({ operation: 'validate_address', method: 'POST', path: '/payout/validate-address', body, timeoutMs }),
  /** Makes another batch each time; none of them moves before it is verified. */
  createPayout: (withdrawal: PayoutBody, bearer: string, timeoutMs: number) =>
    ask({
      operation: 'create_payout',
      reference: withdrawal.unique_external_id,
      method: 'POST',
      path: '/payout',
      body: { ipn_callback_url: withdrawal.ipn_callback_url, withdrawals: [withdrawal] },
      bearer,
      timeoutMs,
    }),
  /** Sets a batch going; a second time it changes nothing. */
  verifyPayout: (batchId: string, code: string, bearer: string, timeoutMs: number) =>
    ask({
      operation: 'verify_payout',
      reference: batchId,
      method: 'POST',
      path: `/payout/${encodeURIComponent(batchId)}/verify`,
      body: { verification_code: code },
      bearer,
      timeoutMs,
    }),
  getPayout: (payoutId: string, bearer: string, timeoutMs: number) =>
    ask({
      operation: 'get_payout',
      reference: payoutId,
      method: 'GET',
      path: `/payout/${encodeURIComponent(payoutId)}`,
      bearer,
      timeoutMs,
    }),
});
