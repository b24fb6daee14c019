import { type LeasedDelivery } from '../store/leases';

/** Sends what was planned, for whoever plans it. */
export type Sender = {
  /** Asked for each delivery of a batch, in order: is there room to keep it in memory until it is sent? */
  admission(): (receiver: string, bytes: number) => boolean;
  /** Takes what was planned and leased, once it is committed. */
  take(deliveries: readonly LeasedDelivery[]): void;
  /** There are due deliveries to this receiver that nobody has leased. */
  expectMoreOf(receiver: string): void;
};
