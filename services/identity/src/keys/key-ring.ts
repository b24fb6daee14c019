import { toIso, type Clock } from '@repasse/chassis/clock';
import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { every } from '@repasse/chassis/waiting/poll';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type SignJWT,
  type JSONWebKeySet,
  type JWK,
} from 'jose';
import { isRotationDue, retiredKeys, signingKeyOf } from './rules';
import { deleteSigningKeys, insertSigningKey, listSigningKeys, lockSigningKeys, type StoredKey } from './table';

export interface KeyRing {
  /** Signs with the key whose turn it is. */
  sign(jwt: SignJWT): Promise<string>;
  /** Every key that a valid token may have been signed with, and the next one. */
  publicKeys(): JSONWebKeySet;
  /** Looks for keys other replicas made, makes one that is due, forgets what is past. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly db: Database;
  readonly box: SealedBox;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tokenTtlSeconds: number;
  readonly daysMax: number;
}

type LoadedKey = StoredKey & { readonly privateKey: Awaited<ReturnType<typeof importJWK>> };

const algorithm = 'EdDSA';

/** Much shorter than the lead of a new key, so that every replica has it before its turn. */
const refreshMs = 60_000;

/** Signing keys live in the database, sealed; processes hold them opened in memory only. */
export const openKeyRing = async (options: Options): Promise<KeyRing> => {
  const { clock, log } = options;
  let keys = await load(options);
  const refresh = async (): Promise<void> => {
    keys = await load(options);
  };
  const refreshing = every({
    name: 'signing keys',
    intervalMs: refreshMs,
    firstDelayMs: refreshMs,
    log,
    run: refresh,
  });

  return {
    sign: async (jwt) => {
      const key = signingKeyOf(keys, clock.now().getTime());
      if (key === undefined) throw new Error('There is no signing key.');
      return jwt.setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: key.kid }).sign(key.privateKey);
    },
    publicKeys: () => ({ keys: keys.map(({ publicJwk }) => publicJwk) }),
    refresh,
    stop: () => refreshing.stop(),
  };
};

/** Makes a key whatever the age of the last: after a leak, or before a planned absence. */
export const rotateSigningKey = (options: Pick<Options, 'db' | 'box' | 'clock'>): Promise<string> =>
  options.db.transaction(async (tx) => {
    await lockSigningKeys(tx);
    return (await makeKey(tx, options)).kid;
  });

const load = async (options: Options): Promise<LoadedKey[]> => {
  const stored = await options.db.transaction((tx) => maintain(tx, options));
  return Promise.all(stored.map(async (key) => ({ ...key, privateKey: await openKey(key, options.box) })));
};

const maintain = async (tx: Tx, options: Options): Promise<readonly StoredKey[]> => {
  await lockSigningKeys(tx);
  const keys = await listSigningKeys(tx);
  const nowMs = options.clock.now().getTime();
  if (isRotationDue(keys, nowMs, options.daysMax)) {
    const made = await makeKey(tx, options);
    keys.push(made);
    options.log.info({ kid: made.kid }, 'signing key made');
  }
  const retired = retiredKeys(keys, nowMs, options.tokenTtlSeconds * 1_000);
  if (retired.length > 0)
    await deleteSigningKeys(
      tx,
      retired.map(({ kid }) => kid),
    );
  return keys.filter((key) => !retired.includes(key));
};

const makeKey = async (tx: Tx, { box, clock }: Pick<Options, 'box' | 'clock'>): Promise<StoredKey> => {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const key: StoredKey = {
    kid,
    publicJwk: { ...jwk, kid, alg: algorithm, use: 'sig' },
    sealedPrivate: box.seal(JSON.stringify(await exportJWK(privateKey)), contextOf(kid)),
    createdAt: toIso(clock.now()),
  };
  await insertSigningKey(tx, key);
  return key;
};

const openKey = async ({ kid, sealedPrivate }: StoredKey, box: SealedBox): Promise<LoadedKey['privateKey']> => {
  try {
    return await importJWK(JSON.parse(box.open(sealedPrivate, contextOf(kid))) as JWK, algorithm);
  } catch (cause) {
    throw new Error(`Signing key ${kid} cannot be opened: KEY_ENCRYPTION_KEYS lacks the key it was sealed with.`, {
      cause,
    });
  }
};

/** The sealed box of a signing key is bound to its id. */
export const contextOf = (kid: string): string => `signing key ${kid}`;
