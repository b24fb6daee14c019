import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether the last segment of a callback's address is the agreed secret. */
export const isSecretSegment = (segment: string | undefined, secret: string): boolean =>
  timingSafeEqual(digest(segment ?? ''), digest(secret));

/** Texts of any length compare in the same time once they are digests. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
