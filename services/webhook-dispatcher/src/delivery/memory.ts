import { type LeasedDelivery } from '../store/leases';

/** From the lease until what came of it is kept: more than a machine delivers in a second. */
const deliveriesMax = 2_048;
const bytesMax = 16 * 1_024 * 1_024;

export type Memory = ReturnType<typeof createMemory>;

/** Counts the deliveries that this process holds. What does not fit is left in the database. */
export const createMemory = () => {
  const held = { deliveries: 0, bytes: 0 };
  return {
    hold: ({ body }: LeasedDelivery): void => {
      held.deliveries += 1;
      held.bytes += body.length;
    },
    forget: ({ body }: LeasedDelivery): void => {
      held.deliveries -= 1;
      held.bytes -= body.length;
    },
    fits: (more: { readonly deliveries: number; readonly bytes: number }): boolean =>
      held.deliveries + more.deliveries <= deliveriesMax && held.bytes + more.bytes <= bytesMax,
    /** How many more deliveries there is room for. */
    room: (): number => (held.bytes < bytesMax ? Math.max(0, deliveriesMax - held.deliveries) : 0),
    isHalfEmpty: (): boolean => held.deliveries <= deliveriesMax / 2 && held.bytes <= bytesMax / 2,
  };
};
