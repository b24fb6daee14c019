import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';

export const root = resolve(__dirname, '../..');
export const composeText = readFileSync(join(root, 'docker-compose.yml'), 'utf8');

export interface ComposeService {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Built from this repository, and not a third party's image. */
  readonly isOurs: boolean;
  /** Other machines reach it. */
  readonly hasPublicPort: boolean;
}

/** The services of docker-compose.yml with the given .env, variables filled in as Docker would. */
export const composeServices = (env: Readonly<Record<string, string>>): readonly ComposeService[] => {
  const file = load(interpolate(composeText, env), { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
    services: Record<string, RawService>;
  };
  return Object.entries(file.services).map(([name, { image, command = [], environment = {}, build, ports = [] }]) => ({
    name,
    image,
    command,
    // Docker fills variables in after it has read the file, so one without a value is an empty text.
    environment: Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, String(value ?? '')])),
    isOurs: build !== undefined,
    hasPublicPort: ports.some((port) => !port.startsWith('127.0.0.1:')),
  }));
};

interface RawService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number | null>>;
  readonly build?: object;
  readonly ports?: readonly string[];
}

/** `${NAME:-default}`, `${NAME-default}` and `${NAME:?}`, the forms the file uses; a missing variable of the last is a fault. */
const interpolate = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+)(:?-([^}]*)|:\?)\}/g, (_, name: string, _form: string, fallback: string | undefined) => {
    const value = env[name] ?? fallback;
    if (value === undefined) throw new Error(`docker-compose.yml asks for ${name}, and nothing sets it.`);
    return value;
  });

/** A fresh .env, made by the instructions at the head of docker-compose.yml. */
export const freshEnv = (): Record<string, string> => {
  const printed = execFileSync(process.execPath, [join(root, 'deploy/images/make-env.mjs')], { encoding: 'utf8' });
  const lines = printed.trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
};
