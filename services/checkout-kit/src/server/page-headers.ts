/**
 * What the payer's browser may do on a page: run our files, speak to us and, where a provider's form is opened over the
 * page, run its SDK and show its frame. No inline script or style, nowhere to send a form to, and nobody may put the
 * page into a frame.
 */
export const pageHeaders = (sdkUrl?: string): Readonly<Record<string, string>> => {
  const sdkOrigin = sdkUrl === undefined ? undefined : new URL(sdkUrl).origin;
  const policy = {
    'default-src': "'none'",
    'script-src': sdkOrigin === undefined ? "'self'" : `'self' ${sdkOrigin}`,
    'style-src': "'self'",
    // The QR code is part of the page.
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'frame-src': sdkOrigin ?? "'none'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map((directive) => directive.join(' '))
      .join('; '),
    // A token may stand in the address, so no address leaves the page.
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-store',
  };
};
