import { cursorList } from './cursor-list';

const list = cursorList<{ readonly id: number }>({
  write: ({ id }) => `row ${id}`,
  read: (text) => {
    const [, id] = /^row (\d+)$/.exec(text) ?? [];
    return id === undefined ? undefined : { id: Number(id) };
  },
});
const rows = [5, 4, 3].map((id) => ({ id, name: `row no. ${id}` }));
const nameOf = ({ name }: { readonly name: string }): string => name;
const noFaults = new Set<string>();

describe('a list with cursors', () => {
  it('ends a page before the row more that was found, and leads to what is behind', () => {
    const { data, pagination } = list.pageOf(rows, 2, nameOf);

    expect(data).toEqual(['row no. 5', 'row no. 4']);
    expect(pagination.limit).toBe(2);
    expect(list.after(pagination.nextCursor ?? undefined)).toEqual({ id: 4 });
  });

  it.each([
    ['as many as asked for', rows],
    ['nothing', []],
  ])('has no next page when %s was found', (_what, found) => {
    const { data, pagination } = list.pageOf(found, 3, nameOf);

    expect(data).toHaveLength(found.length);
    expect(pagination.nextCursor).toBeNull();
  });

  it('begins at the beginning without a cursor', () => {
    expect(list.after(undefined)).toBeUndefined();
    expect(list.faultsOf(undefined, noFaults)).toEqual([]);
  });

  it.each(['', 'row 4', Buffer.from('other 4').toString('base64url')])(
    'takes no cursor that is not its own: %j',
    (cursor) => {
      expect(list.after(cursor)).toBeUndefined();
      expect(list.faultsOf(cursor, noFaults)).toEqual([
        { field: 'cursor', message: 'is not a nextCursor of this list' },
      ]);
    },
  );

  it('says nothing of a cursor that was found fault with before', () => {
    expect(list.faultsOf('', new Set(['cursor']))).toEqual([]);
  });
});
