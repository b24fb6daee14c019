import { type AdapterContext } from '../wire/connect';
import { type NowpaymentsClient } from './client';
import { type PayoutClient } from './payout-client';

export interface NowpaymentsContext extends AdapterContext<NowpaymentsClient> {
  /** The address for notifications about a payment. */
  readonly callbackUrl: string;
}

/** For the parts that send coins. */
export interface PayoutContext extends AdapterContext<PayoutClient> {
  /** The address for notifications about a payout. */
  readonly callbackUrl: string;
  readonly totpSecret: string;
}
