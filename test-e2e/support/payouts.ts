import { request } from './api';
import { type StackFile } from '../../deploy/local/stack-file';

export interface SentPayout {
  readonly payAddress: string;
  readonly status: string;
  readonly amount: string;
}

/** What the simulated provider was asked to send to an address, newest first, verified or not. */
export const payoutsTo = async (stack: StackFile, payAddress: string): Promise<readonly SentPayout[]> => {
  const url = `${stack.sandboxUrl}/sandbox/crypto/payouts?payAddress=${payAddress}`;
  return (await request<{ readonly payouts: readonly SentPayout[] }>('GET', url)).body.payouts;
};

/** How payouts end from now on; as they should when nothing is said. */
export const setPayouts = async (stack: StackFile, switches: object = {}): Promise<void> => {
  const answer = await request('PUT', `${stack.sandboxUrl}/sandbox/crypto/payouts`, { body: switches });
  expect(answer.status).toBe(200);
};
