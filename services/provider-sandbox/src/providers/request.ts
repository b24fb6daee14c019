import { type Request } from 'express';

/** A path parameter; express has matched the route, so it is there. */
export const param = (request: Request, name: string): string => {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
};

export const guidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const nilGuid = '00000000-0000-0000-0000-000000000000';

/** An id in the path. Text that is no GUID becomes an id that no object has: PostgreSQL does not store every text. */
export const guidParam = (request: Request, name: string): string => {
  const value = param(request, name);
  return guidPattern.test(value) ? value : nilGuid;
};

/** A parameter of the query; undefined when it is missing or repeated. */
export const queryText = ({ query }: Request, name: string): string | undefined => {
  const value = query[name];
  return typeof value === 'string' ? value : undefined;
};

/** A whole number of the query; undefined when it is out of bounds or no number. */
export const queryNumber = (
  request: Request,
  name: string,
  { byDefault, min = 0, max = 999_999_999 }: { byDefault: number; min?: number; max?: number },
): number | undefined => {
  const text = queryText(request, name) ?? String(byDefault);
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
};

/** A time of the query; undefined when it is missing, null when it is no time. */
export const queryTime = (request: Request, name: string): string | null | undefined => {
  const text = queryText(request, name);
  if (text === undefined || text === '') return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

export const bearerOf = ({ headers }: Request): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of a body, none of them checked; empty when the body is no object. */
export const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> => (isObject(body) ? body : {});

/** Undefined for anything but a text that is not empty. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const textCharactersMax = 1_000;

export const isText = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.length <= textCharactersMax);

export const textOf = (value: unknown): string | null => textIn(value) ?? null;

export const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
