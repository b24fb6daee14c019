import { readFileSync, statSync } from 'node:fs';
import { type Agent } from 'node:https';

/** PEM files, as orchestrators mount them and replace them before they expire. */
export interface TlsFiles {
  readonly caFile?: string | undefined;
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

export interface TlsTexts {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** The certificates that this process has opened connections with. */
const certificates = new Map<string, 'ca' | 'cert'>();

export const certificatesInUse = (): ReadonlyMap<string, 'ca' | 'cert'> => certificates;

/**
 * The texts of the files, as properties that look whether their file was replaced: whoever opens a connection with them
 * uses today's certificate. All are read at once: a wrong path stops the start.
 */
export const tlsTexts = ({ caFile, certFile, keyFile }: TlsFiles): TlsTexts => {
  const texts = {};
  for (const [name, file] of [
    ['ca', caFile],
    ['cert', certFile],
    ['key', keyFile],
  ] as const) {
    if (file === undefined) continue;
    Object.defineProperty(texts, name, { get: textOf(file), enumerable: true, configurable: true });
    if (name !== 'key') certificates.set(file, name);
  }
  return texts;
};

const textOf = (file: string): (() => string) => {
  let stamp = stampOf(file);
  let text = readFileSync(file, 'utf8');
  return () => {
    try {
      const current = stampOf(file);
      if (current !== stamp) text = readFileSync(file, 'utf8');
      stamp = current;
    } catch {
      // In the middle of being replaced: the connection is opened with what was there before.
    }
    return text;
  };
};

/** A file that is replaced by a link to another has a new inode, even where the times are the same. */
const stampOf = (file: string): string => {
  const { mtimeMs, ino, size } = statSync(file);
  return `${mtimeMs} ${ino} ${size}`;
};

/** An agent copies its options when it is made, and merges them into each request's: so they are put in as properties. */
export const withTls = (agent: Agent, tls: TlsTexts = {}): Agent => {
  Object.defineProperties(agent.options, Object.getOwnPropertyDescriptors(tls));
  return agent;
};
