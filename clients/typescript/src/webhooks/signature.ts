import { RepasseError } from '../transport/errors';

/** The message is not the installation's, or not of now. */
export class WebhookVerificationError extends RepasseError {
  override readonly name = 'WebhookVerificationError';
}

export interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970, as the header has it. */
  readonly timestamp: string;
  readonly body: string;
  /** `v1,<base64>`, several with blanks between them. */
  readonly signatures: string;
}

const prefix = 'whsec_';

/** Whether any secret has made any of the signatures, as Standard Webhooks 1.0 has it. */
export const isSigned = async (message: SignedMessage, secrets: readonly string[]): Promise<boolean> => {
  const told = message.signatures
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? [each.slice('v1,'.length)] : []));
  const content = new TextEncoder().encode(`${message.id}.${message.timestamp}.${message.body}`);
  for (const secret of secrets) {
    const key = await keyOf(secret);
    for (const signature of told) {
      const bytes = bytesOf(signature);
      // Compares in a time that tells nothing.
      if (bytes !== undefined && (await globalThis.crypto.subtle.verify('HMAC', key, bytes, content))) return true;
    }
  }
  return false;
};

const keyOf = (secret: string) => {
  const bytes = bytesOf(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret);
  if (bytes === undefined) throw new TypeError('A signing secret is whsec_ and base64.');
  return globalThis.crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};
