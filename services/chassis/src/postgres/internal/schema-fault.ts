export type SchemaFaultCode = 'database.migrations_missing' | 'database.migrations_changed';

/** The tables and functions of a database are not those that this build needs. A person has to run the migration step. */
export class SchemaFault extends Error {
  override readonly name = 'SchemaFault';
  readonly isRetryable = false;

  constructor(
    readonly code: SchemaFaultCode,
    message: string,
    readonly files: readonly string[],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
