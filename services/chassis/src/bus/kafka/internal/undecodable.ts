/** Stands where a value should be when the bytes are none; it is no event of any type, so a consumer sees poison. */
export interface UndecodableValue {
  readonly undecodable: string;
  /** The bytes as they came, so that a dead letter still holds the original message. */
  readonly base64: string;
}

export const undecodable = (reason: string, bytes: Buffer | null): UndecodableValue => ({
  undecodable: reason,
  base64: (bytes ?? Buffer.alloc(0)).toString('base64'),
});
