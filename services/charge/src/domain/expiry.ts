import { type ExistingCharge } from './charge';

/**
 * Whether the time to pay is over. The event that ends a charge is written up to a minute later, because money may be on
 * its way; until then this makes it expired, for all reads and decisions.
 */
export const isOver = (expiresAt: string, now: string): boolean => expiresAt <= now;

/** The status at a moment: a pending charge has expired from `expiresAt` on. One that is being processed has not. */
export const statusAt = ({ status, terms }: ExistingCharge, now: string): ExistingCharge['status'] =>
  status === 'pending' && isOver(terms.expiresAt, now) ? 'expired' : status;
