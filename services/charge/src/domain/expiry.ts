import type { ExistingCharge } from './charge';

/**
 * Whether the time to pay is over. The event that ends a charge is written up to a minute later, because money may be on
 * its way; until then this tells that the charge has expired, wherever it is read and wherever a command is decided.
 */
export const isOver = (expiresAt: string, now: string): boolean => expiresAt <= now;

/** The status at a moment: a charge that waits has expired from `expiresAt` on. One that is being processed has not. */
export const statusAt = ({ status, terms }: ExistingCharge, now: string): ExistingCharge['status'] =>
  status === 'pending' && isOver(terms.expiresAt, now) ? 'expired' : status;
