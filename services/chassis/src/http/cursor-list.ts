import { momentOf } from '@repasse/values/moment';
import { type Fault } from './problem';

/** How a list writes down where a page ends, and reads it again: undefined for a text that is none of its own. */
export interface CursorForm<Position> {
  readonly write: (position: Position) => string;
  readonly read: (text: string) => Position | undefined;
}

/** Of lists that are ordered by a moment and, within one, by an id. `write` and `read` name the two in a position. */
export const momentCursor = <Position>(o: {
  /** Of a whole id. */
  readonly idForm: RegExp;
  readonly write: (position: Position) => readonly [moment: string, id: string];
  readonly read: (moment: string, id: string) => Position;
}): CursorForm<Position> => ({
  write: (position) => o.write(position).join(' '),
  read: (text) => {
    const [moment = '', id = '', ...rest] = text.split(' ');
    // In the very spelling in which cursors are written.
    const isOurs = momentOf(moment) === moment && o.idForm.test(id) && rest.length === 0;
    return isOurs ? o.read(moment, id) : undefined;
  },
});

export interface CursorPage<View> {
  readonly data: readonly View[];
  readonly pagination: { readonly limit: number; readonly nextCursor: string | null };
}

export interface CursorList<Position> {
  /** Of the parameter `cursor`, unless the description has found fault with it already. */
  faultsOf(cursor: string | undefined, faulty: ReadonlySet<string>): readonly Fault[];
  /** Behind which position the page begins; undefined for the first. */
  after(cursor: string | undefined): Position | undefined;
  /** `found` may hold one row more than `limit`: then there is a next page. */
  pageOf<Row extends Position, View>(
    found: readonly Row[],
    limit: number,
    viewOf: (row: Row) => View,
  ): CursorPage<View>;
}

/**
 * A list paged by the position of a page's last row, so that new rows shift nothing. Cursors are opaque to callers: the
 * order of a list can change without breaking them.
 */
export const cursorList = <Position>({ write, read }: CursorForm<Position>): CursorList<Position> => {
  const after = (cursor: string | undefined): Position | undefined =>
    cursor === undefined ? undefined : read(Buffer.from(cursor, 'base64url').toString());
  return {
    after,
    faultsOf: (cursor, faulty) =>
      cursor === undefined || faulty.has('cursor') || after(cursor) !== undefined
        ? []
        : [{ field: 'cursor', message: 'is not a nextCursor of this list' }],
    pageOf: (found, limit, viewOf) => {
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      const hasMore = found.length > limit && last !== undefined;
      const nextCursor = hasMore ? Buffer.from(write(last)).toString('base64url') : null;
      return { data: rows.map(viewOf), pagination: { limit, nextCursor } };
    },
  };
};
