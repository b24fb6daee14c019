import { type components } from '../generated/api';
import { type ErrorCode } from '../generated/error-codes';

/** The body of a refusal, as RFC 9457 has it. */
export type Problem = components['schemas']['Problem'];

/** Whatever this package throws for a reason of the installation or the network. */
export class RepasseError extends Error {
  override readonly name: string = 'RepasseError';
}

/** No answer came: the installation could not be reached, or the connection broke. */
export class ConnectionError extends RepasseError {
  override readonly name: string = 'ConnectionError';
}

/** No answer came in time. Whether the request was carried out is not known; under its Idempotency-Key it can be repeated. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** The installation refused, or failed. Branch on `code`, which is never renamed. */
export class ApiError extends RepasseError {
  override readonly name: string = 'ApiError';

  constructor(
    readonly status: number,
    /** Undefined where an answer was not the installation's own, as of a proxy in between. */
    readonly problem: Problem | undefined,
    readonly headers: Headers,
  ) {
    super(problem === undefined ? `The answer was ${String(status)}.` : `${problem.title}: ${problem.detail}`);
  }

  /** A known code, or one of an installation that is newer than this package. */
  get code(): ErrorCode | (string & {}) | undefined {
    return this.problem?.code;
  }

  /** Every field that breaks a rule. */
  get errors(): NonNullable<Problem['errors']> {
    return this.problem?.errors ?? [];
  }

  /** Where the object stands that refused. */
  get currentStatus(): string | undefined {
    return this.problem?.currentStatus;
  }

  /** What can be done with the object as it stands. */
  get allowedActions(): readonly string[] {
    return this.problem?.allowedActions ?? [];
  }

  /** Whether the same request may succeed later. */
  get isRetryable(): boolean {
    return this.problem?.retryable === true;
  }

  /** What to quote to support. */
  get requestId(): string | undefined {
    return this.problem?.requestId ?? this.headers.get('x-request-id') ?? undefined;
  }
}

/** 400 and 422: the request breaks a rule; see `errors`. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** 401: the key or the token is not taken. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: the key lacks a scope, or its user a profile. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404 and 410. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: the object does not allow it as it stands; see `currentStatus` and `allowedActions`. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 429: too many requests. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError';
}

/** 5xx. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  422: InvalidRequestError,
  429: RateLimitedError,
};

export const apiError = (status: number, problem: Problem | undefined, headers: Headers): ApiError => {
  const Class = classes[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class(status, problem, headers);
};

/** Whether something that was thrown is a refusal, with this code where one is named. */
export const isApiError = (thrown: unknown, code?: ErrorCode): thrown is ApiError =>
  thrown instanceof ApiError && (code === undefined || thrown.code === code);
