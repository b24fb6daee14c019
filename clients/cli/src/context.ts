import { Repasse } from '@repasse/sdk';
import { type Writable } from 'node:stream';
import { createPrinter, type Printer } from './output/printer';
import { profilePath, readProfiles } from './profiles/profile-file';
import { resolveProfile, type NamedProfile } from './profiles/resolve-profile';
import { version } from './version';

/** The surroundings of a run; replaced in tests. */
export interface World {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly fetch: typeof globalThis.fetch;
  /** Ends what runs until somebody ends it. */
  readonly signal: AbortSignal;
}

/** The options of every command. */
export interface GlobalOptions {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly yes?: boolean;
}

/** Handed to every command. */
export interface Context {
  readonly world: World;
  readonly print: Printer;
  readonly globals: GlobalOptions;
  readonly profile: () => NamedProfile;
  readonly client: (profile?: NamedProfile) => Repasse;
}

export const contextOf = (world: World, options: GlobalOptions): Context => {
  const profile = (): NamedProfile => resolveProfile(readProfiles(profilePath(world.env)), options, world.env);
  return {
    ...{ world, globals: options },
    print: createPrinter({ ...world, isJson: options.json === true, isQuiet: options.quiet === true }),
    profile,
    client: ({ baseUrl, clientId, clientSecret } = profile()) =>
      new Repasse({ baseUrl, clientId, clientSecret, userAgent: `repasse-cli/${version}`, fetch: world.fetch }),
  };
};
