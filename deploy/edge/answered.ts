import { type ApiResponse } from '@repasse/chassis/http/response';
import { type RequestLog } from '@repasse/chassis/log/request-log';

export interface RefusedRequest {
  readonly method: string | undefined;
  /** A template or a page of ours: an unknown path may hold anything, even a card number. */
  readonly route: string;
  readonly requestId: string;
}

/** Logs what the edge answers by itself, under the request id that its answer shows. */
export const answered = (requests: RequestLog, request: RefusedRequest, { status, body }: ApiResponse): void =>
  requests.answered({ ...request, status, code: codeOf(body) });

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
