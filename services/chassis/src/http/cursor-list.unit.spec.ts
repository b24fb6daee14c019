import { cursorList, momentCursor } from './cursor-list';

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

describe('a cursor of a moment and an id', () => {
  const { write, read } = momentCursor<{ readonly at: string; readonly id: string }>({
    idForm: /^ch_\d+$/,
    write: ({ at, id }) => [at, id],
    read: (at, id) => ({ at, id }),
  });
  const position = { at: '2026-11-21T12:00:00.000Z', id: 'ch_1' };

  it('leads back to where it was written', () => {
    expect(read(write(position))).toEqual(position);
  });

  it.each([
    '',
    'ch_1',
    '2026-11-21T12:00:00.000Z',
    '2026-11-21T12:00:00.000Z dsp_1',
    '2026-11-21T12:00:00.000Z ch_1 ch_2',
    '2026-11-21T09:00:00-03 ch_1',
    '2026-99-99T99:99:99.999Z ch_1',
  ])('is not %j', (text) => {
    expect(read(text)).toBeUndefined();
  });
});
