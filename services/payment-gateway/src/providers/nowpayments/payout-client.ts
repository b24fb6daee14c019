import { type Clock } from '@repasse/chassis/clock';
import { matcher, object, text } from '../wire/schema';
import { type NowpaymentsConfig } from '../../config';
import { type Answer, type Ask, methodsOf, type Question } from '../wire/ask';
import { createBearer } from '../wire/bearer';
import { unavailable } from '../wire/lookup';
import { type TimeLeft } from '../wire/time-left';
import { type AdapterContext } from '../wire/connect';

export type Credentials = NonNullable<NowpaymentsConfig['payouts']>;

export interface PayoutBody {
  readonly address: string;
  /** In small letters, as all of the provider's coins. */
  readonly currency: string;
  readonly amount: number;
  readonly unique_external_id: string;
  /** A memo for a coin that has none makes a payout fail, so it is there only when it was named. */
  readonly extra_id?: string;
  readonly ipn_callback_url: string;
}

/** The provider's tokens live five minutes; a request on its way must not arrive with a dead one. */
const usableMs = 4 * 60_000;

type PayoutClient = ReturnType<typeof createPayoutClient>;

/** For the parts that send coins. */
export interface PayoutContext extends AdapterContext<PayoutClient> {
  /** The address for notifications about a payout. */
  readonly callbackUrl: string;
  readonly totpSecret: string;
}

type SignedIn = Pick<Question, 'headers' | 'timeoutMs'>;

/** The part of the API that sends coins. Payouts need a sign-in, which takes of the same time. */
export const createPayoutClient = (ask: Ask, { email, password }: Credentials, clock: Clock) => {
  const { get, post } = methodsOf(ask);
  const withBearer = createBearer(clock, async (timeoutMs) => {
    const answer = await post('sign_in', '/auth', { body: { email, password }, timeoutMs });
    if (answer.outcome !== 'answered') return { detail: unavailable(answer).detail };
    const token = tokenIn(answer.body)?.token;
    return token === undefined ? { detail: 'The sign-in cannot be read.' } : { token, usableMs };
  });
  const signedIn = ({ timeoutMs }: TimeLeft, asking: (o: SignedIn) => Promise<Answer>): Promise<Answer> =>
    withBearer(timeoutMs, (bearer) =>
      asking({ headers: { authorization: `Bearer ${bearer}` }, timeoutMs: timeoutMs() }),
    );
  return {
    /** `amount` is decimal text. */
    estimate: ({ amount, from, to }: { amount: string; from: string; to: string }, timeoutMs: number) => {
      const query = new URLSearchParams({ amount, currency_from: from, currency_to: to });
      return get('estimate', `/estimate?${query.toString()}`, { timeoutMs });
    },
    validateAddress: (body: { address: string; currency: string; extra_id: string | null }, timeoutMs: number) =>
      post('validate_address', '/payout/validate-address', { body, timeoutMs }),
    /** Makes another batch each time; none of them moves before it is verified. */
    createPayout: (withdrawal: PayoutBody, timeLeft: TimeLeft) => {
      const { unique_external_id: reference, ipn_callback_url } = withdrawal;
      const body = { ipn_callback_url, withdrawals: [withdrawal] };
      return signedIn(timeLeft, (o) => post('create_payout', '/payout', { reference, body, ...o }));
    },
    /** Sets a batch going; a second time it changes nothing. The code is made when the request leaves. */
    verifyPayout: (batchId: string, codeNow: () => string, timeLeft: TimeLeft) => {
      const path = `/payout/${encodeURIComponent(batchId)}/verify`;
      return signedIn(timeLeft, (o) =>
        post('verify_payout', path, { reference: batchId, body: { verification_code: codeNow() }, ...o }),
      );
    },
    getPayout: (payoutId: string, timeLeft: TimeLeft) => {
      const path = `/payout/${encodeURIComponent(payoutId)}`;
      return signedIn(timeLeft, (o) => get('get_payout', path, { reference: payoutId, ...o }));
    },
  };
};

const tokenIn = matcher(object({ token: text }));
