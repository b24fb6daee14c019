import { type Setting, type Settings } from './settings';
import { isSetting } from './settings-in';

export {
  encryptionKey,
  flag,
  integer,
  list,
  oneOf,
  optional,
  secret,
  text,
  url,
  urls,
  type Setting,
  type Settings,
} from './settings';

/** The type of a tree of settings once read. */
export type ConfigOf<S> = {
  readonly [F in keyof S]: S[F] extends Setting<infer T> ? T : ConfigOf<S[F]>;
};

export type Env = Readonly<Record<string, string | undefined>>;

/** The environment does not add up. Every fault is listed, so that one restart is enough to mend them all. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/** Reads every setting from the environment, once. Values are never quoted in faults: one of them may be a secret. */
export const readConfig = <S extends Settings>(
  env: Env,
  settings: S,
  furtherFaults: readonly string[] = [],
): ConfigOf<S> => {
  const faults: string[] = [];
  const config = readGroup(env, settings, faults);
  faults.push(...furtherFaults);
  if (faults.length > 0) throw new ConfigError(faults);
  return config as ConfigOf<S>;
};

const readGroup = (env: Env, settings: Settings, faults: string[]): object => {
  const group: Record<string, unknown> = {};
  for (const [field, setting] of Object.entries(settings)) {
    group[field] = isSetting(setting) ? readSetting(env, setting, faults) : readGroup(env, setting, faults);
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
