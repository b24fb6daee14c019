/**
 * No answer came. `refused`: nothing reached the other side. `timeout` and `broken`: it may have been reached and may
 * have acted.
 */
export class HttpFault extends Error {
  override readonly name = 'HttpFault';
  /** Asking again may help; whether it is safe depends on the operation. */
  readonly isRetryable = true;
  readonly isUnanswered: boolean;
  constructor(
    readonly code: 'refused' | 'timeout' | 'broken',
    message: string,
    /** `isUnanswered`: a kept connection broke before a byte of an answer; usually the other side had just closed it. */
    options: ErrorOptions & { readonly isUnanswered?: boolean } = {},
  ) {
    super(message, options);
    this.isUnanswered = options.isUnanswered ?? false;
  }
}
