import { type ErrorRequestHandler, type Response } from 'express';
import { problem, ProblemError, type ProblemDetails } from '@repasse/chassis/http/problem';
import { type Logger } from '@repasse/chassis/log/logger';

/** Of a request, kept where handlers of its answer find them. */
export interface Locals {
  requestId: string;
  /** A template, never a path with ids in it. */
  route: string;
  code?: string;
}

/** Answers every refusal and fault that a handler threw as a problem. */
export const answerFaults =
  (log: Logger): ErrorRequestHandler =>
  (fault: unknown, _request, response, next) => {
    if (response.headersSent) next(fault);
    else sendProblem(response, detailsOf(fault, log, localsOf(response).requestId));
  };

const detailsOf = (fault: unknown, log: Logger, requestId: string): ProblemDetails => {
  if (fault instanceof ProblemError) return fault.problem;
  if (isTooLarge(fault))
    return { status: 413, code: 'request.too_large', detail: 'The body is larger than the console passes on.' };
  log.error({ err: fault, requestId }, 'the console failed');
  return { status: 500, code: 'server.fault', detail: 'The fault is ours.', extra: { retryable: true } };
};

/** Of express' readers of bodies. */
const isTooLarge = (fault: unknown): boolean =>
  typeof fault === 'object' && fault !== null && 'type' in fault && fault.type === 'entity.too.large';

export const sendProblem = (response: Response, details: ProblemDetails): void => {
  const { requestId } = localsOf(response);
  const { status, body, contentType = '', headers = {} } = problem(details, requestId);
  localsOf(response).code = details.code;
  response.status(status).set(headers).type(contentType).send(JSON.stringify(body));
};

export const localsOf = (response: Response): Locals => response.locals as Locals;
