import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type PixClient } from './client';
import { type Receiver } from './offer-of-cob';
import { type ProviderTimings } from '../wire/time-left';

/** What the parts of the adapter share. */
export interface PixContext {
  readonly client: PixClient;
  /** The key money is sent to: CPF, CNPJ, phone, e-mail or EVP. */
  readonly key: string;
  readonly receiver: Receiver;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timings: ProviderTimings;
}
