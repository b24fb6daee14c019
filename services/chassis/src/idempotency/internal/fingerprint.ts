import { hash } from 'node:crypto';
import { type NumberedKey } from '../../config/internal/key-settings';

/** The content of a request as keyed hashes: enough to tell whether and where a repeat differs, and no more. */
export interface Fingerprint {
  /** `<number of the key>:<hash>`; without a number in rows from before keys had any. */
  readonly requestHash: string;
  readonly fieldHashes: Readonly<Record<string, string>>;
}

export interface FingerprintedRequest {
  readonly operationId: string;
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
}

/** Above this many leaves a body is compared by its top-level fields, so that the row stays small. */
const leavesMax = 200;

/** 64 bits tell two values of one field apart; a collision only costs a field its mention in an error. */
const fieldHashCharacters = 16;

/**
 * Amounts and documents have few possible values, so plain hashes of them could be read back by trying them all: each
 * hash is keyed. A key in front, cut to a part of the digest, cannot be extended either, and
 * costs a third of an HMAC on the hottest path there is.
 */
export const fingerprint = (request: FingerprintedRequest, { number, key }: NumberedKey): Fingerprint => {
  const leaves: [path: string, value: string][] = [];
  collect('', request.params, leaves);
  collect('', request.query, leaves);
  collect('', request.body, leaves);
  // Fields in another order are the same request.
  leaves.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));

  const fields = leaves.length > leavesMax ? byTopLevel(leaves) : leaves;
  const whole = leaves.map(([path, value]) => `${path}=${value}`).join('\n');
  return {
    requestHash: `${number === unnumbered ? '' : `${number}:`}${keyed(key, `${request.operationId}\n${whole}`)}`,
    fieldHashes: Object.fromEntries(
      fields.map(([path, value]) => [path, keyed(key, `${path}=${value}`).slice(0, fieldHashCharacters)]),
    ),
  };
};

/** Under this number the key is listed whose hashes have none. */
const unnumbered = 0;

/** The key that a row was made with; undefined when it is not listed any more. */
export const keyOf = (requestHash: string, keys: readonly NumberedKey[]): NumberedKey | undefined => {
  const number = Number(/^(\d+):/.exec(requestHash)?.[1] ?? unnumbered);
  return keys.find((key) => key.number === number);
};

const keyed = (key: string, text: string): string => hash('sha256', `${key}\n${text}`, 'hex').slice(0, 48);

/** Every leaf with its path, `split[0].percent`, and its JSON. The body's nesting was limited when it was parsed. */
const collect = (path: string, value: unknown, leaves: [string, string][]): void => {
  if (value === undefined) return;
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (inner.length === 0) {
    // An empty object at the root is a request without fields.
    if (path !== '' || typeof value !== 'object') leaves.push([path, JSON.stringify(value)]);
    return;
  }
  const isList = Array.isArray(value);
  for (const [name, item] of inner) {
    if (isList) collect(`${path}[${name}]`, item, leaves);
    else collect(path === '' ? name : `${path}.${name}`, item, leaves);
  }
};

const byTopLevel = (leaves: readonly (readonly [string, string])[]): [string, string][] => {
  const groups = new Map<string, string>();
  for (const [path, value] of leaves) {
    const top = /^[^.[]*/.exec(path)?.[0] ?? '';
    groups.set(top, `${groups.get(top) ?? ''}${path}=${value}\n`);
  }
  return [...groups];
};

/** The fields in which two requests differ, sorted. */
export const differingFields = (
  one: Fingerprint['fieldHashes'],
  other: Fingerprint['fieldHashes'],
): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((path) => one[path] !== other[path]).sort();
