import { type RequestListener } from 'node:http';
import { randomIds } from '../../ids';
import { problem } from '../problem';
import { requestIdOf } from '../request-id';
import { securityHeaders } from '../security-headers';
import { createSender } from '../send';

/** Browsers send 20, proxies add some. Node limits their bytes (16 KiB), which is room for thousands of short ones. */
const headerLinesMax = 200;

/**
 * Refuses a request of too many header lines. Node would leave out those behind the thousandth in `headers`, and only there,
 * so that a server that passes `rawHeaders` on decides without a credential that the next one sees.
 */
export const limitHeaders = (app: RequestListener): RequestListener => {
  const send = createSender(securityHeaders(), () => false);
  const tooMany = problem({
    status: 431,
    code: 'request.too_many_headers',
    detail: `A request may have at most ${headerLinesMax} header lines.`,
  });
  return (request, response) => {
    // Names and values in turns.
    if (request.rawHeaders.length <= 2 * headerLinesMax) {
      app(request, response);
      return;
    }
    send(response, tooMany, requestIdOf(undefined, randomIds));
  };
};
