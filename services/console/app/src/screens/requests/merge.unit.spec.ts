import { merge, type RequestPage } from './merge.ts';

const at = (second: number, id = String(second)): RequestPage['data'][number] => ({
  ...{
    id,
    clientId: 'key_1',
    answeredAt: new Date(Date.UTC(2026, 11, 1, 10, 0, second)).toISOString(),
    requestId: 'r',
  },
  ...{ method: 'GET', route: '/charge/list', status: 200, code: null, durationMs: 3, isKeyed: false },
});
const page = (data: RequestPage['data'], nextCursor: string | null = null): RequestPage => ({
  data,
  pagination: { limit: 50, nextCursor },
});
const seconds = (from: number, count: number) => Array.from({ length: count }, (_, index) => at(from - index));

it('puts the lists of the services in one order', () => {
  const { rows, olderThan } = merge([page([at(5), at(2)]), page([at(4), at(1)]), page([])]);

  expect(rows.map(({ id }) => id)).toEqual(['5', '4', '2', '1']);
  expect(olderThan).toBeNull();
});

it('shows a page of them, and goes on before its last row', () => {
  const { rows, olderThan } = merge([page(seconds(59, 50), 'x'), page(seconds(40, 10))]);

  expect(rows).toHaveLength(50);
  expect(olderThan).toBe(rows.at(-1)?.answeredAt);
});

it('keeps rows of one moment together', () => {
  const tied = [at(10, 'b'), at(10, 'a')];
  const { rows } = merge([page([...seconds(59, 49), ...tied]), page([at(3)])]);

  expect(rows).toHaveLength(51);
});

it('goes on where one list has more, though all that came fits', () => {
  expect(merge([page([at(5)], 'x'), page([])]).olderThan).toBe(at(5).answeredAt);
});
