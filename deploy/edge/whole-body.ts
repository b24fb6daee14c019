import { type IncomingMessage, type ServerResponse } from 'node:http';
import { collectBody, refuseTooLarge } from '@repasse/chassis/http/collect-body';
import { bodyLimitBytesDefault, type DescribedOperation } from '@repasse/chassis/http/described-operation';
import { createBodyBudget } from './body-budget';

export interface BodyFrom {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly operation: DescribedOperation | undefined;
  /** Of the caller. */
  readonly address: string;
}

export type ReadBody = (from: BodyFrom) => Promise<Buffer>;

/**
 * Reads the whole body before the service is asked: a slow sender keeps none of its connections, a request that has to be
 * sent again is at hand, and the forwarded request has a length, so that no second request can be smuggled behind it.
 */
export const createBodyReading = (): ReadBody => {
  const budget = createBodyBudget();
  return async ({ request, response, operation, address }) => {
    const limitBytes = operation?.bodyLimitBytes ?? bodyLimitBytesDefault;
    refuseTooLarge(request, limitBytes);
    const share = budget.open(address);
    // The body is kept until then.
    response.once('close', share.release);
    return collectBody(request, limitBytes, share.admit);
  };
};
