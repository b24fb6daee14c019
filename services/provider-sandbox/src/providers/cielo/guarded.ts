import { type Request, type RequestHandler } from 'express';
import { type ProviderAnswer } from '../answer';
import { guardOf } from '../api';
import { guidPattern } from '../request';
import { isSame } from '../secret';
import { refused, type Cielo, type CieloEndpoint } from './cielo';
import { fault } from './sale-rules';

/** Endpoints behind MerchantId and MerchantKey, subject to chaos. */
export const guarded = (cielo: Cielo): ((endpoint: CieloEndpoint) => RequestHandler) => {
  // No array here: in front of the API stands something that knows nothing of it.
  const guard = guardOf(cielo, 'card', () => ({
    status: 503,
    contentType: 'text/html',
    body: '<h1>Service Unavailable</h1>',
  }));
  return (endpoint) => guard(endpoint, (request) => refusal(cielo, request));
};

const refusal = ({ merchantId, merchantKey }: Cielo, request: Request): ProviderAnswer | undefined => {
  const [id, key] = [request.get('MerchantId') ?? '', request.get('MerchantKey') ?? ''];
  if (id === '') return refused(400, fault(101, 'MerchantId is required'));
  if (!guidPattern.test(id)) return refused(400, fault(114, 'The provided MerchantId is not in correct format'));
  if (key === '') return refused(400, fault(131, 'MerchantKey is required'));
  if (id.toLowerCase() !== merchantId.toLowerCase())
    return refused(401, fault(115, 'The provided MerchantId was not found'));
  return isSame(key, merchantKey) ? undefined : refused(401, fault(132, 'MerchantKey is invalid'));
};
