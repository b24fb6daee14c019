import { type EntryPosition } from '../store/list-entries';

/** Opaque to callers, so that what a page is ordered by can change without breaking them. */
export const writeCursor = ({ bookedAt, entryId }: EntryPosition): string =>
  Buffer.from(`${bookedAt} ${entryId}`).toString('base64url');

/** Undefined for no cursor, and for a text that is none of ours. */
export const readCursor = (cursor: string | undefined): EntryPosition | undefined => {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,15})$/.exec(
    Buffer.from(cursor ?? '', 'base64url').toString(),
  );
  const [, bookedAt, entryId] = match ?? [];
  if (bookedAt === undefined || entryId === undefined || Number.isNaN(Date.parse(bookedAt))) return undefined;
  return { bookedAt, entryId: Number(entryId) };
};
