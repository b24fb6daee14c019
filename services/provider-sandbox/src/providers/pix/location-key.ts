import { CompactSign, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { openSetting } from '../../store/settings';
import { type Store } from '../../store/store';

/** One of the algorithms the PIX security manual allows for the JWS of a location. */
const algorithm = 'ES256';

export interface LocationKey {
  /** A compact JWS over the payload. The real header also carries x5t; there is no certificate here to name. */
  sign(payload: object, jku: string): Promise<string>;
  /** The public key, with which the payer's bank verifies. */
  readonly jwks: { readonly keys: readonly JWK[] };
}

/** Made at the first start and kept, so that codes shown before a restart still verify after it. */
export const openLocationKey = async (store: Store): Promise<LocationKey> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const fresh = { ...(await exportJWK(privateKey)), kid: `pix-${Date.now().toString(36)}`, alg: algorithm, use: 'sig' };
  const { d: secretPart, ...publicJwk } = (await openSetting<typeof fresh>(store, 'pix-location-key', fresh)).get();
  const key = await importJWK({ ...publicJwk, ...(secretPart === undefined ? {} : { d: secretPart }) }, algorithm);

  return {
    sign: (payload, jku) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg: algorithm, typ: 'JWS', kid: publicJwk.kid, jku })
        .sign(key),
    jwks: { keys: [publicJwk] },
  };
};
