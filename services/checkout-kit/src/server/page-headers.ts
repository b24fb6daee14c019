import { createHash } from 'node:crypto';

interface Permissions {
  /** Of a provider's form that is opened over the page. */
  readonly sdkUrl?: string | undefined;
  /** Where the page's own form goes. */
  readonly formTargets?: string;
  /** The origins whose pages may frame this one. */
  readonly frameOrigins?: readonly string[];
  /** The one style that stands in the page itself: the merchant's colour. */
  readonly brandStyle?: string | null;
}

/**
 * The permissions of a page in the payer's browser: run our files, call us and, where a provider's form is opened over
 * the page, run its SDK and show its frame. No inline script, no inline style but the merchant's colour by its hash, and no framing of the page nor form target unless they are named.
 */
export const pageHeaders = ({
  sdkUrl,
  formTargets = "'none'",
  frameOrigins = [],
  brandStyle = null,
}: Permissions): Readonly<Record<string, string>> => {
  const sdkOrigin = sdkUrl === undefined ? undefined : new URL(sdkUrl).origin;
  const policy = {
    'default-src': "'none'",
    'script-src': sdkOrigin === undefined ? "'self'" : `'self' ${sdkOrigin}`,
    'style-src': brandStyle === null ? "'self'" : `'self' '${hashOf(brandStyle)}'`,
    // The QR code is part of the page.
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'frame-src': sdkOrigin ?? "'none'",
    'form-action': formTargets,
    'base-uri': "'none'",
    'frame-ancestors': frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' '),
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map((directive) => directive.join(' '))
      .join('; '),
    // The address may contain a token, so it is never sent as a referrer.
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-store',
  };
};

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
