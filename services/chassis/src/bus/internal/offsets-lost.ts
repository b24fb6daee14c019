/**
 * The database of a group is behind the messages that its reader was given before: a crash of the server took commits
 * back. The reader has to begin anew at the offsets that are stored.
 */
export class OffsetsLostError extends Error {
  override readonly name = 'OffsetsLostError';
  readonly code = 'bus.offsets_lost';
  readonly isRetryable = true;

  constructor(options?: ErrorOptions) {
    super('The database is behind the messages that were consumed.', options);
  }
}
