import { type Announcement, type Background } from './announcements/announcement';

/** Where a message stands in its user's feed, and among what its charge's owner is told of the charge. */
export interface Place {
  readonly sequence: number;
  readonly previousId: string | null;
  /** Null for what is not about the user's own charge. */
  readonly chargeSequence: number | null;
}

/** The text that is kept, signed, sent on every try, and read from the feed: the same bytes everywhere. */
export const messageBody = (
  id: string,
  { type, occurredAt, dataOf }: Announcement,
  { sequence, previousId, chargeSequence }: Place,
  background: Background,
): string =>
  JSON.stringify({ id, type, timestamp: occurredAt, sequence, previousId, chargeSequence, data: dataOf(background) });
