import { withSecretFiles } from './secret-files';
import { type Env, type Setting, type Settings } from './settings';
import { isSetting } from './settings-in';

export * from './internal/key-settings';
export * from './settings';

/** The type of a tree of settings once read. */
export type ConfigOf<S> = {
  readonly [F in keyof S]: S[F] extends Setting<infer T> ? T : ConfigOf<S[F]>;
};

/** The environment does not add up. Every fault is listed, so that one restart is enough to mend them all. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/**
 * Reads every setting from the environment and the files that it names, once. Values are never quoted in faults: one of
 * them may be a secret. `contradictions` finds faults between several variables, in the environment with all secrets in it.
 */
export const readConfig = <S extends Settings>(
  env: Env,
  settings: S,
  contradictions: (env: Env) => readonly string[] = () => [],
): ConfigOf<S> => {
  const given = withSecretFiles(env, settings);
  const faults = [...given.faults];
  const readOne = (setting: Setting<unknown>): unknown =>
    given.unread.has(setting.name) ? undefined : readSetting(given.env, setting, faults);
  const config = readGroup(settings, readOne);
  if (given.unread.size === 0) faults.push(...contradictions(given.env));
  if (faults.length > 0) throw new ConfigError(faults);
  return config as ConfigOf<S>;
};

const readGroup = (settings: Settings, readOne: (setting: Setting<unknown>) => unknown): object => {
  const group: Record<string, unknown> = {};
  for (const [field, setting] of Object.entries(settings)) {
    group[field] = isSetting(setting) ? readOne(setting) : readGroup(setting, readOne);
  }
  return Object.freeze(group);
};

const readSetting = (env: Env, setting: Setting<unknown>, faults: string[]): unknown => {
  const raw = env[setting.name]?.trim();
  // An empty variable is how a shell or a compose file says "not set".
  const reading = setting.read(raw === '' ? undefined : raw);
  if ('fault' in reading) {
    faults.push(`${setting.name} ${reading.fault}`);
    return undefined;
  }
  return reading.value;
};
