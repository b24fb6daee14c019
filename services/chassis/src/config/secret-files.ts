import { readFileSync } from 'node:fs';
import { isSet } from './needed-together';
import { type Env, type Setting, type Settings } from './settings';
import { settingsIn } from './settings-in';

/** A file of keys has some hundred bytes; a larger one is a wrong path. */
const fileBytesMax = 64 * 1_024;

/** The variable that names the file of a secret, as orchestrators mount them. */
export const fileVariable = (name: string): string => `${name}_FILE`;

export interface FromFiles {
  readonly env: Env;
  readonly faults: readonly string[];
  /** The variables of settings whose files could not be read: their faults are told. */
  readonly unread: ReadonlySet<string>;
}

/** The environment with each secret in its variable that is given as a file. */
export const withSecretFiles = (env: Env, settings: Settings): FromFiles => {
  const complete = new Map(Object.entries(env));
  const faults: string[] = [];
  const unread = new Set<string>();
  for (const { name } of settingsIn(settings).filter(mayBeFile)) {
    const variable = fileVariable(name);
    if (!isSet(env, variable)) continue;
    const given = isSet(env, name) ? { fault: `${name} and ${variable} are both given.` } : readSecret(env, variable);
    complete.delete(variable);
    if ('text' in given) complete.set(name, given.text);
    else {
      faults.push(given.fault);
      unread.add(name);
    }
  }
  return { env: Object.fromEntries(complete), faults, unread };
};

/** Whether a setting may be given as a file. */
export const mayBeFile = ({ words }: Setting<unknown>): boolean => words.isSecret === true || words.isAddress === true;

const readSecret = (env: Env, variable: string): { readonly text: string } | { readonly fault: string } => {
  try {
    const content = readFileSync((env[variable] ?? '').trim());
    if (content.length > fileBytesMax) return { fault: `${variable} names a file of more than ${fileBytesMax} bytes.` };
    const text = content.toString('utf8').trim();
    return text === '' ? { fault: `${variable} names an empty file.` } : { text };
  } catch (fault) {
    const code = typeof fault === 'object' && fault !== null && 'code' in fault ? String(fault.code) : 'unknown fault';
    return { fault: `${variable} names a file that cannot be read (${code}).` };
  }
};
