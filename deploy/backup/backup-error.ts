/** Said to a person in one line, without a stack trace. */
export class BackupError extends Error {}
