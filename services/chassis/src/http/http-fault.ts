/**
 * No answer came. `refused`: nothing reached the other side. `timeout` and `broken`: it may have been reached and may
 * have acted.
 */
export class HttpFault extends Error {
  override readonly name = 'HttpFault';
  /** Asking again may help; whether it is safe depends on the operation. */
  readonly isRetryable = true;
  constructor(
    readonly code: 'refused' | 'timeout' | 'broken',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
