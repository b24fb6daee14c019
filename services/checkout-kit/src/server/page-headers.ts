/**
 * The permissions of a page in the payer's browser: run our files, call us and, where a provider's form is opened over
 * the page, run its SDK and show its frame. No inline script or style, no framing of the page, and no form target unless the page has a form of its own.
 */
export const pageHeaders = (sdkUrl?: string, formTargets = "'none'"): Readonly<Record<string, string>> => {
  const sdkOrigin = sdkUrl === undefined ? undefined : new URL(sdkUrl).origin;
  const policy = {
    'default-src': "'none'",
    'script-src': sdkOrigin === undefined ? "'self'" : `'self' ${sdkOrigin}`,
    'style-src': "'self'",
    // The QR code is part of the page.
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'frame-src': sdkOrigin ?? "'none'",
    'form-action': formTargets,
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
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
