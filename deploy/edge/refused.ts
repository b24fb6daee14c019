import { tellOfAnswer } from '@repasse/chassis/http/responder';
import type { ApiResponse } from '@repasse/chassis/http/response';
import type { Logger } from '@repasse/chassis/log/logger';

export interface RefusedRequest {
  readonly method: string | undefined;
  /** A template or a page of ours: an unknown path may hold anything, even a card number. */
  readonly route: string;
  readonly requestId: string;
}

/** Logs what the edge refuses by itself, under the request id that its answer shows. */
export const refused = (log: Logger, request: RefusedRequest, { status, body }: ApiResponse): void =>
  tellOfAnswer(log, { ...request, status, code: codeOf(body) });

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
