import { isOver } from '../domain/expiry';
import { type Status } from './standings';

interface Standing {
  readonly status: Status;
  readonly expires_at: string;
}

/** The row of a charge or an attempt at a moment: a pending one has expired from `expires_at` on. */
export const shownAt = <Row extends Standing>(row: Row, now: string): Row =>
  row.status === 'PENDING' && isOver(row.expires_at, now) ? { ...row, status: 'EXPIRED' } : row;

/**
 * The same in SQL. `now` is called where it needs the parameter that holds the moment; the literals let PostgreSQL use
 * the partial index of rows that may still expire.
 */
export const isShownAs = (status: Status, now: () => string): string => {
  if (status === 'PENDING') return `status = 'PENDING' and expires_at > ${now()}::timestamptz`;
  if (status === 'EXPIRED') return `(status = 'EXPIRED' or ${isOverdue(now())})`;
  return `status = '${status}'`;
};

export const isOverdue = (now: string): string => `status = 'PENDING' and expires_at <= ${now}::timestamptz`;
