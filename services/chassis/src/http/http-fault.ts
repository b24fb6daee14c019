/** No answer came. After a timeout it is unknown what the other side did. */
export class HttpFault extends Error {
  override readonly name = 'HttpFault';
  /** Asking again may help; whether it is safe depends on the operation. */
  readonly isRetryable = true;
  constructor(
    readonly code: 'timeout' | 'network',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
