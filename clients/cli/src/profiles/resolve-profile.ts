import { CommandError, exitCodes } from '../exit-codes';
import { type Profile, type ProfileFile } from './profile-file';

export interface NamedProfile extends Profile {
  /** `environment` where variables name it. */
  readonly name: string;
}

interface Wanted {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** The key of the environment, as in CI, before that of a profile. An option goes before both. */
export const resolveProfile = (file: ProfileFile, wanted: Wanted, env: NodeJS.ProcessEnv): NamedProfile => {
  const named = wanted.profile ?? env['REPASSE_PROFILE'];
  const [clientId, clientSecret] = [env['REPASSE_CLIENT_ID'], env['REPASSE_CLIENT_SECRET']];
  if (named === undefined && clientId !== undefined && clientSecret !== undefined) {
    const baseUrl = wanted.baseUrl ?? env['REPASSE_BASE_URL'];
    if (baseUrl === undefined) throw new CommandError('Set REPASSE_BASE_URL beside the key.', exitCodes.usage);
    const sandboxUrl = env['REPASSE_SANDBOX_URL'];
    return { name: 'environment', baseUrl, clientId, clientSecret, ...(sandboxUrl !== undefined && { sandboxUrl }) };
  }
  const name = named ?? file.current;
  const profile = file.profiles[name];
  if (profile === undefined) {
    throw new CommandError(`There is no profile ${name}. Sign in: repasse login`, exitCodes.notSignedIn);
  }
  return { name, ...profile, ...(wanted.baseUrl !== undefined && { baseUrl: wanted.baseUrl }) };
};
