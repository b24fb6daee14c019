import { problemCodes } from '@repasse/contracts';
import { type ApiResponse } from './response';

/** One thing that is wrong with one field: `split[0].percent`, the name of a parameter or header (`page`), or `body` as a whole. */
export interface Fault {
  readonly field: string;
  readonly message: string;
}

export interface ProblemDetails {
  readonly status: number;
  /** Public and never renamed; listed in contracts/errors.yaml, where the title comes from. */
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the problem: currentStatus, allowedActions, retryable, ids that were kept. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A refusal on its way to the caller. Everything in it is shown, so nothing internal belongs in it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  constructor(readonly problem: ProblemDetails) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

export const problemContentType = 'application/problem+json';

/** The refusal of a request with faults: all of them at once. */
export const invalidRequest = (errors: readonly Fault[]): ProblemDetails => ({
  status: 400,
  code: 'request.invalid',
  detail: errors.length === 1 ? 'One field has a fault.' : `${String(errors.length)} fields have faults.`,
  errors,
});

/** An RFC 9457 answer. The responder, which knows the request id, adds it. */
export const problem = (details: ProblemDetails, requestId?: string): ApiResponse => ({
  status: details.status,
  contentType: problemContentType,
  ...(details.headers === undefined ? {} : { headers: details.headers }),
  body: {
    type: `/docs/errors#${details.code}`,
    title: titleOf(details.code),
    status: details.status,
    detail: details.detail,
    code: details.code,
    ...(details.errors === undefined ? {} : { errors: details.errors }),
    ...details.extra,
    ...(requestId === undefined ? {} : { requestId }),
  },
});

const titleOf = (code: string): string => problemCodes[code]?.title ?? code;
