/**
 * What the payer's browser may do on the page: run our files and the provider's SDK, show the provider's frame, speak to
 * us. No inline script or style, nowhere to send a form to, and nobody may put the page into a frame.
 */
export const pageHeaders = (sdkUrl: string): Readonly<Record<string, string>> => {
  const sdkOrigin = new URL(sdkUrl).origin;
  const policy = {
    'default-src': "'none'",
    'script-src': `'self' ${sdkOrigin}`,
    'style-src': "'self'",
    // The QR code is part of the page.
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'frame-src': sdkOrigin,
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map((directive) => directive.join(' '))
      .join('; '),
    // The token stands in the address, so no address leaves the page.
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-store',
  };
};
