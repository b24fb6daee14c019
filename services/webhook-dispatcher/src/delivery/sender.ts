import { type LeasedDelivery } from '../store/leases';

/** Sends planned deliveries, for the code that plans them. */
export interface Sender {
  /** Called for each delivery of a batch, in order: is there room to keep it in memory until it is sent? */
  admission(): (receiver: string, bytes: number) => boolean;
  /** Takes planned and leased deliveries, once they are committed. */
  take(deliveries: readonly LeasedDelivery[]): void;
  /** There are due, unleased deliveries to this receiver. */
  expectMoreOf(receiver: string): void;
}
