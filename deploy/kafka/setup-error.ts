/** Something this machine lacks or did not manage. The message is one line and says what to do about it. */
export class KafkaSetupError extends Error {
  readonly code = 'kafka.setup';
  override readonly name = 'KafkaSetupError';
}
