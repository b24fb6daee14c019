import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type ProviderTimings } from '../time-left';
import { type SignedIn } from './auth';
import { type PayoutClient } from './payout-client';

/** What the parts of the adapter that send coins share. */
export interface PayoutContext {
  readonly client: PayoutClient;
  readonly signedIn: SignedIn;
  readonly totpSecret: string;
  /** Where the provider posts what happens to a payout. */
  readonly callbackUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timings: ProviderTimings;
}
