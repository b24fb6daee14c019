import { callerAddress, type Arrival } from '@repasse/chassis/limits/caller-address';
import { createRateLimit } from '@repasse/chassis/limits/rate-limit';
import { type Config } from '../config';

export interface WrongSecrets {
  /** Asked before a secret is looked at, so that a right one is refused like a wrong one and nothing can be learned. */
  refuseIfTooMany(clientId: string, arrival: Arrival): Promise<void>;
  count(clientId: string, arrival: Arrival): Promise<void>;
}

/**
 * Limits wrong secrets by address, and more narrowly by address and client. Never by client alone: an attacker who
 * knows a merchant's client id could lock the merchant out.
 */
export const createWrongSecrets = ({
  wrongSecrets: { perClient, perAddress },
  proxiesInFront,
}: Pick<Config, 'wrongSecrets' | 'proxiesInFront'>): WrongSecrets => {
  const byClient = createRateLimit(perClient);
  const byAddress = createRateLimit(perAddress);
  const keysOf = (clientId: string, arrival: Arrival) => {
    const address = callerAddress(arrival, proxiesInFront);
    return { address, client: `${address} ${clientId.slice(0, 64)}` };
  };
  return {
    refuseIfTooMany: async (clientId, arrival) => {
      const { address, client } = keysOf(clientId, arrival);
      await byAddress.refuseUsedUp(address);
      await byClient.refuseUsedUp(client);
    },
    count: async (clientId, arrival) => {
      const { address, client } = keysOf(clientId, arrival);
      await byAddress.count(address);
      await byClient.count(client);
    },
  };
};
