import { type RequestHandler } from 'express';
import { securityHeaders } from '@repasse/chassis/http/security-headers';

const self = ["'self'"];

/**
 * Pages of ours run our files and call us, and nothing else; no page frames them, and text never becomes a script (Trusted
 * Types without a policy). ASVS 5.0, 3.4.
 */
const pagePolicy = {
  'script-src': self,
  'style-src': self,
  'img-src': [...self, 'data:'],
  'connect-src': self,
  'form-action': self,
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};

const alwaysTls = 'max-age=63072000; includeSubDomains';

/** On every answer. Nothing is kept by a cache unless an answer says so. */
export const pageHeaders = (publicUrl: string): RequestHandler => {
  const headers = {
    ...securityHeaders(pagePolicy),
    'cross-origin-opener-policy': 'same-origin',
    // An invitation's address has its secret.
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': alwaysTls }),
  };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
};
