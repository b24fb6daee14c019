import { problemContentType } from '../problem';
import { type ApiResponse } from '../response';

export interface Serialised {
  /** Undefined for an answer without a body. */
  readonly text: string | undefined;
  readonly contentType: string | undefined;
}

const jsonContentType = 'application/json; charset=utf-8';

/** The bytes of an answer. Problems get the request's id here, wherever they were made. */
export const serialise = ({ body, contentType }: ApiResponse, requestId: string): Serialised => {
  if (body === undefined) return { text: undefined, contentType };
  if (typeof body === 'string' && contentType !== undefined) return { text: body, contentType };
  const isProblem = contentType === problemContentType && typeof body === 'object' && body !== null;
  const text = JSON.stringify(isProblem && !('requestId' in body) ? { ...body, requestId } : body);
  return { text, contentType: contentType ?? jsonContentType };
};

/** The content type of a kept answer: only JSON is kept, and refusals are problems. */
export const keptContentType = (status: number): string => (status >= 400 ? problemContentType : jsonContentType);
