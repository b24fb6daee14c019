import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The addresses and keys with which a script uses the running system; written when everything is ready, removed at the stop. */
export interface StackFile {
  readonly baseUrl: string;
  readonly gatewayBaseUrl: string;
  readonly sandboxUrl: string;
  readonly checkoutUrl: string;
  readonly consoleUrl: string;
  readonly postgresUrl: string;
  readonly kafkaBrokers: string | null;
  readonly schemaRegistryUrl: string | null;
  readonly merchant: Merchant;
  readonly recipients: readonly { readonly userId: number; readonly email: string }[];
  /** Signs in at the console, as the merchant's owner. */
  readonly person: { readonly email: string; readonly password: string };
  readonly admin: { readonly clientId: string; readonly clientSecret: string };
  readonly services: Readonly<Record<string, string>>;
  /** Where /metrics is read, as `host:port`, by the jobs of deploy/monitoring/prometheus.yml. */
  readonly metrics: Readonly<Record<string, readonly string[]>>;
}

export interface Merchant {
  readonly userId: number;
  readonly email: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'stack.json');

export const writeStackFile = (dataDir: string, stack: StackFile): void =>
  writeFileSync(fileIn(dataDir), `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 });

export const removeStackFile = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

export const readStackFile = (dataDir: string): StackFile =>
  JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as StackFile;
