import { type OutgoingMessage } from '../bus';

/** These messages can never be published as they are: waiting and repeating do not help. None of the call's messages counts as kept. */
export class UnpublishableError extends Error {
  override readonly name = 'UnpublishableError';
  readonly code = 'bus.message_unpublishable';
  readonly isRetryable = false;

  constructor(
    /** Of each message, why. */
    readonly reasons: ReadonlyMap<OutgoingMessage, string>,
    options?: ErrorOptions,
  ) {
    super(`${reasons.size} messages cannot be published: ${[...reasons.values()].slice(0, 3).join(' ')}`, options);
  }
}
