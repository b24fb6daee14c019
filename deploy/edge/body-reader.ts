/** How far a body has been read. */
export interface BodyProgress {
  /** The part of the bytes that belongs to the body. */
  readonly data: readonly Buffer[];
  readonly isWhole: boolean;
  /** Bytes stand behind the end of the body. */
  readonly isFollowed: boolean;
}

export type BodyReader = (bytes: Buffer) => BodyProgress;
