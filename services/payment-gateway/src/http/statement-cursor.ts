import { type CheckPosition } from '../store/list-statement-checks';

/** Opaque to callers, so that what a page is ordered by can change without breaking them. */
export const writeCursor = ({ day, provider }: CheckPosition): string =>
  Buffer.from(`${day} ${provider}`).toString('base64url');

/** Undefined for no cursor, and for a text that is none of ours. */
export const readCursor = (cursor: string | undefined): CheckPosition | undefined => {
  const match = /^(\d{4}-\d\d-\d\d) ([A-Z_]{1,40})$/.exec(Buffer.from(cursor ?? '', 'base64url').toString());
  const [, day, provider] = match ?? [];
  if (day === undefined || provider === undefined || Number.isNaN(Date.parse(day))) return undefined;
  return { day, provider };
};
