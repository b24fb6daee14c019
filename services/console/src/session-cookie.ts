import { type IncomingHttpHeaders } from 'node:http';

export interface SessionCookie {
  /** The value that a browser keeps, for most cookies a secret; undefined without one of our form. */
  read(headers: IncomingHttpHeaders): string | undefined;
  /** A header value that has the browser keep it until it is closed; how long it counts is identity's word. */
  write(secret: string): string;
  /** One that has the browser forget it. */
  clear(): string;
}

const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** In base64url; a path to go to is 501 characters at most. */
const pathForm = /^[A-Za-z0-9_-]{1,668}$/;

/**
 * `__Host-`: only this host set it, for all of its paths, over TLS. Lax and not Strict, or whoever comes from a mail would
 * be asked to sign in. Where people open the console without TLS, which is a sandbox on localhost, the name has the port:
 * the cookies of two systems there would overwrite each other.
 */
export const createSessionCookie = (publicUrl: string): SessionCookie =>
  createCookie(publicUrl, 'repasse_session', 'SameSite=Lax');

/** Of a browser that was asked for a passkey, for as long as that counts: the answer comes from the page that asked. */
export const createPasskeyCookie = (publicUrl: string): SessionCookie =>
  createCookie(publicUrl, 'repasse_passkey', 'SameSite=Strict; Max-Age=300');

/** Of a browser that went to a company's provider, from where it comes back: Lax, and for as long as that counts. */
export const createCompanyCookie = (publicUrl: string): SessionCookie =>
  createCookie(publicUrl, 'repasse_company', 'SameSite=Lax; Max-Age=600');

/** The path that such a browser asked for, which the provider is not told. */
export const createWayCookie = (publicUrl: string): SessionCookie => {
  const cookie = createCookie(publicUrl, 'repasse_way', 'SameSite=Lax; Max-Age=600', pathForm);
  return {
    ...cookie,
    read: (headers) => {
      const kept = cookie.read(headers);
      return kept === undefined ? undefined : Buffer.from(kept, 'base64url').toString('utf8');
    },
    write: (path) => cookie.write(Buffer.from(path).toString('base64url')),
  };
};

const createCookie = (publicUrl: string, plainName: string, rules: string, form = secretForm): SessionCookie => {
  const { protocol, port } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  const name = isSecure ? `__Host-${plainName}` : `${plainName}_${port}`;
  const attributes = `Path=/; HttpOnly; ${rules}${isSecure ? '; Secure' : ''}`;
  return {
    read: ({ cookie = '' }) => {
      const pair = cookie
        .split(';')
        .map((each) => each.trim())
        .find((each) => each.startsWith(`${name}=`));
      const value = pair?.slice(name.length + 1);
      return value !== undefined && form.test(value) ? value : undefined;
    },
    write: (secret) => `${name}=${secret}; ${attributes}`,
    // Of two Max-Age, the last counts.
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  };
};
