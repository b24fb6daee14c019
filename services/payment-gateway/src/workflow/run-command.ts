import { isRejection } from '@repasse/chassis/decider';
import { type Logger } from '@repasse/chassis/log/logger';
import { type PaymentStore } from '../store/payment-store';
import { type LaterCommand } from '../domain/payment-commands';

/**
 * Records what a provider said. `refused` means that it contradicts what was recorded before, which asking again would
 * not change: that is for a person to look at.
 */
export const runCommand = async (
  o: { payments: PaymentStore; log: Logger },
  paymentId: string,
  command: LaterCommand,
): Promise<'recorded' | 'repeated' | 'refused'> => {
  const decided = await o.payments.run(paymentId, command);
  if (isRejection(decided)) {
    const { code, detail } = decided;
    o.log.warn({ paymentId, command: command.type, code, detail }, 'what the provider said was not recorded');
    return 'refused';
  }
  return decided.events.length === 0 ? 'repeated' : 'recorded';
};
