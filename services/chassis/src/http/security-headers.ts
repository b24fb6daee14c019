import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * helmet's headers do not depend on the request, so they are asked for once instead of a dozen functions running on
 * every answer. Answers are data: nothing may be loaded, framed or sniffed, and nothing may be kept by a cache.
 */
export const securityHeaders = (styleHash?: string): Readonly<Record<string, string>> => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        ...(styleHash === undefined ? {} : { 'style-src': [`'sha256-${styleHash}'`] }),
      },
    },
  })(response.req, response, () => undefined);
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  for (const name of response.getHeaderNames()) headers[name] = String(response.getHeader(name));
  return Object.freeze(headers);
};
