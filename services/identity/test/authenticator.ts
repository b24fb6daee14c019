import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A number, bytes, a text or a map, as CBOR writes them (RFC 8949): as much as a passkey says of itself. */
type Cbor = number | Buffer | string | ReadonlyMap<number | string, Cbor>;

const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
};

const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  const pairs = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
};

/** An ES256 key in COSE. */
const coseOf = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => Buffer.from(text, 'base64url');
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
};

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

const flagsOf = (isVerified: boolean, hasKey: boolean): number => 1 | (isVerified ? 4 : 0) | (hasKey ? 64 : 0);

/** What a browser or a device may get wrong, or an attacker wrong on purpose. */
export interface Answering {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly type?: string;
  readonly format?: string;
  readonly hasCertificate?: boolean;
}

export interface Made {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

export interface Asked {
  readonly challenge: string;
  readonly rpId: string;
}

/** A device with one passkey and a browser at `pageOrigin` around it. It counts its signatures. */
export const createAuthenticator = (pageOrigin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, origin = pageOrigin): string =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  const deviceData = (rpId: string, o: Answering, key?: Buffer): Buffer => {
    counter += 1;
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(o.counter ?? counter);
    const flags = Buffer.from([flagsOf(o.isVerified ?? true, key !== undefined)]);
    return Buffer.concat([sha256(o.rpId ?? rpId), flags, counted, ...(key === undefined ? [] : [key])]);
  };

  /** navigator.credentials.create. */
  const create = ({ challenge, rp, user }: Made, o: Answering = {}) => {
    userHandle = user.id;
    const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
    const key = Buffer.concat([Buffer.alloc(16), length, credentialId, coseOf(publicKey)]);
    const statement = new Map<string, Cbor>(o.hasCertificate === true ? [['x5c', Buffer.from('certificate')]] : []);
    const attestation = new Map<string, Cbor>([
      ['fmt', o.format ?? 'none'],
      ['attStmt', statement],
      ['authData', deviceData(rp.id, o, key)],
    ]);
    return {
      ...{ id, clientDataJSON: clientData(o.type ?? 'webauthn.create', challenge, o.origin) },
      ...{ attestationObject: cbor(attestation).toString('base64url'), transports: ['internal'] },
    };
  };

  /** navigator.credentials.get. */
  const get = ({ challenge, rpId }: Asked, o: Answering = {}) => {
    const clientDataJSON = clientData(o.type ?? 'webauthn.get', challenge, o.origin);
    const authenticatorData = deviceData(rpId, o);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = sign('sha256', signed, privateKey).toString('base64url');
    return { id, clientDataJSON, authenticatorData: authenticatorData.toString('base64url'), signature, userHandle };
  };
  return { id, create, get };
};

export type Authenticator = ReturnType<typeof createAuthenticator>;
