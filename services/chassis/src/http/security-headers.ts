import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** By the name of a directive: the sources it allows. */
export type PolicyDirectives = Readonly<Record<string, readonly string[]>>;

/**
 * helmet's headers do not depend on the request, so they are asked for once instead of a dozen functions running on
 * every answer. Answers are data: nothing may be loaded, framed or sniffed, and nothing may be kept by a cache. A page
 * names what else it loads in `further`. Strict-Transport-Security depends on how the request came, which the edge knows.
 */
export const securityHeaders = (further: PolicyDirectives = {}): Readonly<Record<string, string>> => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        ...further,
      },
    },
  })(response.req, response, () => undefined);
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  for (const name of response.getHeaderNames()) headers[name] = String(response.getHeader(name));
  return Object.freeze(headers);
};
