import { type Logger } from '@repasse/chassis/log/logger';
import { type ProviderTimings } from '../time-left';
import { type NowpaymentsClient } from './client';

/** What the parts of the adapter share. */
export interface NowpaymentsContext {
  readonly client: NowpaymentsClient;
  /** Where the provider posts what happens to a payment. */
  readonly callbackUrl: string;
  readonly log: Logger;
  readonly timings: ProviderTimings;
}
