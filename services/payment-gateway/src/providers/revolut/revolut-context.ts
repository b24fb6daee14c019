import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type ProviderTimings } from '../wire/time-left';
import { type RevolutClient } from './client';

/** What the parts of the adapter share. */
export interface RevolutContext {
  readonly client: RevolutClient;
  /** What the web SDK is told, for it has an address of its own per mode. */
  readonly mode: 'prod' | 'sandbox';
  readonly clock: Clock;
  readonly log: Logger;
  readonly timings: ProviderTimings;
}
