import { type AdapterContext } from '../wire/connect';
import { type PixClient } from './client';
import { type Receiver } from './offer-of-cob';

export interface PixContext extends AdapterContext<PixClient> {
  /** The key money is sent to: CPF, CNPJ, phone, e-mail or EVP. */
  readonly key: string;
  readonly receiver: Receiver;
}
