/** What is known of a body after some bytes. */
export type BodyProgress = {
  /** What of the bytes belongs to the body. */
  readonly data: readonly Buffer[];
  readonly isWhole: boolean;
};

export type BodyReader = (bytes: Buffer) => BodyProgress;
