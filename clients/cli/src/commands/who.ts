import { type World } from '../context';
import { CommandError, exitCodes } from '../exit-codes';
import { type Profile } from '../profiles/profile-file';

export interface Key {
  readonly userId: number;
  readonly clientId: string;
  readonly profile: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
}

const timeoutMs = 15_000;

/** Tells whose key it is and what it may be used for, by GET /api-key/validate, which takes the key itself. */
export const keyOf = async ({ fetch }: World, { baseUrl, clientId, clientSecret }: Profile): Promise<Key> => {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}` };
  const address = `${baseUrl.replace(/\/+$/, '')}/api-key/validate`;
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) }).catch((thrown: unknown) => {
    throw new CommandError(`${baseUrl} could not be reached: ${String((thrown as Error).cause ?? thrown)}`);
  });
  if (answer.status === 401) throw new CommandError('The key is not taken.', exitCodes.notSignedIn);
  if (!answer.ok) throw new CommandError(`${baseUrl} answered ${String(answer.status)}.`);
  return (await answer.json()) as Key;
};
