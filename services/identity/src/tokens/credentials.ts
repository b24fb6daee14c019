import { type IncomingHttpHeaders } from 'node:http';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** RFC 7617, and RFC 6749 2.3.1: both halves are form-encoded before they are joined. Undefined when malformed. */
export const basicCredentials = ({ authorization }: IncomingHttpHeaders): Credentials | undefined => {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const at = decoded.indexOf(':');
  return at < 1
    ? undefined
    : { clientId: formDecode(decoded.slice(0, at)), clientSecret: formDecode(decoded.slice(at + 1)) };
};

/** Clients that do not encode send our own ids and secrets unchanged all the same; a stray % stays as it is. */
const formDecode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};
