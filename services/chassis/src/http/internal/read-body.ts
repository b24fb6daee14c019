import { isUtf8 } from 'node:buffer';
import { type IncomingMessage } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import { collectBody, hasBody, refuseTooLarge } from '../collect-body';
import { holdsCardNumber } from '../card-data/card-text';
import { placeOfJsonFault } from './json-fault';
import { ProblemError } from '../problem';
import { fieldPath } from './schema-faults';
import { unstorablePath } from './storable';

export interface ReceivedBody {
  readonly raw: Buffer;
  /** Of JSON and forms what they say, of text/csv its text; undefined without a body, or when its type is handed on as bytes. */
  readonly value: unknown;
  /** Lower case, without parameters; '' when nothing was sent. */
  readonly contentType: string;
}

/** Nothing we take is nested even half as deep; recursion over a hostile body must end somewhere. */
const nestingMax = 32;

const nothing: ReceivedBody = { raw: Buffer.alloc(0), value: undefined, contentType: '' };

/** Reads and parses the body of a request, or throws the problem to answer with. `accepted` are media types. */
export const readBody = async (
  request: IncomingMessage,
  accepted: readonly string[],
  limitBytes: number,
): Promise<ReceivedBody> => {
  if (!hasBody(request)) return nothing;
  refuseTooLarge(request, limitBytes);
  if (accepted.length === 0) return nothing;

  const contentType = mediaTypeOf(request, accepted);
  const raw = await collectBody(request, limitBytes);
  if (raw.length === 0) return nothing;
  return { raw, contentType, value: parse(raw, contentType) };
};

const mediaTypeOf = ({ headers }: IncomingMessage, accepted: readonly string[]): string => {
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const contentType = mediaType.trim();
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  const isUtf8Text = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (accepted.includes(contentType) && isUtf8Text && isPlain) return contentType;
  throw new ProblemError({
    status: 415,
    code: 'request.unsupported_media_type',
    detail: `Send the body as ${accepted.join(' or ')} in UTF-8, without a Content-Encoding.`,
  });
};

const parse = (raw: Buffer, contentType: string): unknown => {
  if (contentType === 'application/x-www-form-urlencoded') return kept({ ...parseForm(raw.toString('latin1')) });
  if (contentType === csvType) return csvTextOf(raw);
  if (contentType !== 'application/json' && !contentType.endsWith('+json')) return undefined;
  const value = parseJson(raw);
  if (isNestedDeeper(value, nestingMax)) {
    throw malformed(`The body is nested deeper than ${nestingMax} levels.`);
  }
  // In valid UTF-8 only an escape can produce characters that no database keeps, so most bodies need no second look.
  return raw.includes('\\u') ? kept(value) : value;
};

export const csvType = 'text/csv';

/** Read as CSV by its operation, which knows the columns. Spreadsheets write other encodings unless they are told. */
const csvTextOf = (raw: Buffer): string => {
  if (!isUtf8(raw)) throw invalidBody('must be UTF-8; save the file as CSV UTF-8.');
  if (raw.includes(0)) throw invalidBody('must not hold a NUL character.');
  return raw.toString('utf8');
};

const invalidBody = (message: string): ProblemError =>
  new ProblemError({
    ...{ status: 400, code: 'request.invalid', detail: 'The body has a fault.' },
    errors: [{ field: 'body', message }],
  });

const parseJson = (raw: Buffer): unknown => {
  if (!isUtf8(raw)) throw malformed('The body is not valid UTF-8.');
  const text = raw.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the body, which may hold data that must not be repeated.
    throw malformed(`The body is not valid JSON: ${placeOfJsonFault(text) ?? 'its end'} is not as it should be.`);
  }
};

const kept = (value: unknown): unknown => {
  const path = unstorablePath(value);
  if (path === undefined) return value;
  const message = 'holds a NUL character or half of a surrogate pair, which cannot be kept as text.';
  // The path is of the caller's words, too, and not yet searched for cards.
  const field = path.length === 0 || holdsCardNumber(fieldPath(path)) ? 'body' : fieldPath(path);
  throw new ProblemError({
    ...{ status: 400, code: 'request.malformed_json', detail: `The field ${field} ${message}` },
    errors: [{ field, message }],
  });
};

const malformed = (detail: string): ProblemError =>
  new ProblemError({ status: 400, code: 'request.malformed_json', detail });

const isNestedDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isNestedDeeper(inner, levels - 1)) return true;
  return false;
};
