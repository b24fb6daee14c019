import { type Request } from 'express';

/** A path parameter; express has matched the route, so it is there. */
export const param = (request: Request, name: string): string => {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
};

/** A parameter of the query; undefined when it is missing or repeated. */
export const queryText = ({ query }: Request, name: string): string | undefined => {
  const value = query[name];
  return typeof value === 'string' ? value : undefined;
};

export const bearerOf = ({ headers }: Request): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];

export const guidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const nilGuid = '00000000-0000-0000-0000-000000000000';

/** An id in the path. Text that is no GUID becomes an id that no object has: PostgreSQL does not store every text. */
export const guidParam = (request: Request, name: string): string => {
  const value = param(request, name);
  return guidPattern.test(value) ? value : nilGuid;
};
