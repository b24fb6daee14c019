import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type WithBearer } from '../wire/bearer';
import { type ProviderTimings } from '../wire/time-left';
import { type NowpaymentsClient } from './client';
import { type PayoutClient } from './payout-client';

/** What the parts of the adapter share. */
interface Shared {
  /** Where the provider posts what happens to a payment or a payout. */
  readonly callbackUrl: string;
  readonly log: Logger;
  readonly timings: ProviderTimings;
}

export interface NowpaymentsContext extends Shared {
  readonly client: NowpaymentsClient;
}

/** For the parts that send coins. */
export interface PayoutContext extends Shared {
  readonly client: PayoutClient;
  readonly withBearer: WithBearer;
  readonly totpSecret: string;
  readonly clock: Clock;
}
