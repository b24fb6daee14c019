import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';

export const root = resolve(__dirname, '../..');
export const composeText = readFileSync(join(root, 'docker-compose.yml'), 'utf8');

/** A service as docker-compose.yml writes it, anchors and variables filled in. */
export interface RawService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly user?: string;
  readonly environment?: Readonly<Record<string, string | number | null>>;
  readonly build?: { readonly args: Readonly<Record<string, string>> };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly restart?: string;
  /** Started only where one of these is asked for. */
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly pids_limit?: number;
  readonly stop_grace_period?: string;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
}

/** The services of docker-compose.yml with the given .env, variables filled in as Docker would. */
export const rawServices = (env: Readonly<Record<string, string>>): Readonly<Record<string, RawService>> => {
  const file = load(interpolate(composeText, env), { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
    services: Record<string, RawService>;
  };
  return file.services;
};

/** `${NAME:-default}`, `${NAME-default}` and `${NAME:?}`, the forms the file uses; a missing variable of the last is a fault. */
const interpolate = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+)(:?-([^}]*)|:\?)\}/g, (_, name: string, _form: string, fallback: string | undefined) => {
    const value = env[name] ?? fallback;
    if (value === undefined) throw new Error(`docker-compose.yml asks for ${name}, and nothing sets it.`);
    return value;
  });

/** The lines `NAME=value` that make-env.mjs prints. */
export const readEnvFile = (text: string): Record<string, string> => {
  const lines = text.trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
};
