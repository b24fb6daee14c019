import { type components } from '@repasse/contracts/generated/http/charge';

export type KeyRequest = components['schemas']['KeyRequest'];
export type RequestPage = components['schemas']['KeyRequests'];

export const rowsPerPage = 50;

interface Merged {
  readonly rows: readonly KeyRequest[];
  /** Before which moment the next page ends; null after the last one. */
  readonly olderThan: string | null;
}

/**
 * The newest of all services' lists, each of which came with as many rows as are shown. Rows of the last moment stay
 * together, since the next page ends before it.
 */
export const merge = (pages: readonly RequestPage[]): Merged => {
  const all = pages.flatMap(({ data }) => data).toSorted(newestFirst);
  const last = all[rowsPerPage - 1];
  const rows = last === undefined ? all : all.filter(({ answeredAt }) => answeredAt >= last.answeredAt);
  const hasMore = rows.length < all.length || pages.some(({ pagination }) => pagination.nextCursor !== null);
  return { rows, olderThan: hasMore ? (rows.at(-1)?.answeredAt ?? null) : null };
};

const newestFirst = (one: KeyRequest, other: KeyRequest): number => {
  const [a, b] = [`${one.answeredAt} ${one.id}`, `${other.answeredAt} ${other.id}`];
  if (a === b) return 0;
  return a < b ? 1 : -1;
};
