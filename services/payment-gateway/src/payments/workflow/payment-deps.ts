import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type ProviderRegistry } from '../../providers/registry';
import { type PaymentStore } from '../store/payment-store';

/** The needs of everything that asks providers about payments and records the answers. */
export interface PaymentDeps extends Pick<ServiceParts, 'clock' | 'ids' | 'log' | 'metrics'> {
  readonly payments: PaymentStore;
  readonly providers: ProviderRegistry;
}
