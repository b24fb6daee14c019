/** A script learns by them how a run ended, without reading it. */
export const exitCodes = {
  done: 0,
  /** The installation refused, or could not be reached. */
  failed: 1,
  /** The command line has a fault. */
  usage: 2,
  /** Nobody is signed in, or the key is not taken. */
  notSignedIn: 4,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

/** Told in one line, without a stack. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
  ) {
    super(message);
  }
}
