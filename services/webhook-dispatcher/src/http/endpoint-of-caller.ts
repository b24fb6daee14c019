import { type ApiRequest } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { findEndpoint, type EndpointRow } from '../store/endpoints';
import { ownerOf } from './caller';
import { endpointNotFound } from './problems';

/** The endpoint of the path; another merchant's is not found. */
export const endpointOfCaller = async (
  tx: Tx,
  request: Pick<ApiRequest, 'params' | 'principal'>,
): Promise<EndpointRow> => {
  const endpointId = request.params['endpointId'] ?? '';
  const endpoint = await findEndpoint(tx, endpointId, ownerOf(request));
  if (endpoint === undefined) throw endpointNotFound(endpointId);
  return endpoint;
};
