import { type Env } from './settings';

/** Whether a variable is set to more than blanks. */
export const isSet = (env: Env, name: string): boolean => (env[name] ?? '').trim() !== '';

/** The fault of variables of which some are set and others are not. */
export const neededTogether = (env: Env, names: readonly string[]): readonly string[] => {
  const count = names.filter((name) => isSet(env, name)).length;
  if (count === 0 || count === names.length) return [];
  return [`${new Intl.ListFormat('en', { style: 'long' }).format(names)} are needed together.`];
};
