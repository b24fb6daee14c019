import { isRejection } from '@repasse/chassis/decider';
import { type ExistingCharge } from '../domain/charge';
import { type ChargeCommand } from '../domain/charge.commands';
import { type ChargeRunOptions, type ChargeStore } from '../store/charge-store';

/** Records the gateway's answer. A refusal here is our fault: the charge and its attempt exist. */
export const record = async (
  charges: ChargeStore,
  chargeId: string,
  command: ChargeCommand,
  options?: ChargeRunOptions,
): Promise<ExistingCharge> => {
  const outcome = await charges.run(chargeId, command, options);
  if (isRejection(outcome)) throw new Error(`${command.type} was refused for a charge that exists.`);
  return outcome.state;
};
