import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { type Fault, type ProblemDetails } from '@repasse/chassis/http/problem';
import { type FoundOrMade } from '../keep-sellers';
import { placeOf, type FileRow } from './read-file';

export interface ImportedLine {
  readonly line: number;
  readonly status: 'CREATED' | 'FOUND' | 'REFUSED';
  readonly recipientId: number | null;
  readonly code: string | null;
  readonly errors: readonly Fault[];
}

export const lineOf = ({ line }: FileRow, outcome: FoundOrMade | Rejection): ImportedLine => {
  if (isRejection(outcome)) return { ...refusedLine(line, outcome.code), errors: [] };
  const status = outcome.isNew ? 'CREATED' : 'FOUND';
  return { line, status, recipientId: outcome.recipient.userId, code: null, errors: [] };
};

/** With the row itself as the field where it has not as many cells as the header. */
export const faultyLine = ({ line, faults }: FileRow): ImportedLine => ({
  ...refusedLine(line, 'request.invalid'),
  errors: faults.map(({ field, message }) => ({ field: field === '' ? placeOf(line) : field, message })),
});

const refusedLine = (line: number, code: string) => ({ line, status: 'REFUSED', recipientId: null, code }) as const;

export const imported = (lines: readonly ImportedLine[]): ApiResponse => {
  const count = (status: ImportedLine['status']) => lines.filter((each) => each.status === status).length;
  const counts = { created: count('CREATED'), found: count('FOUND'), refused: count('REFUSED') };
  return { status: 200, body: { ...counts, lines: lines.toSorted((a, b) => a.line - b.line) } };
};

export const importRefused = (rows: readonly FileRow[], outcomes: readonly (object | Rejection)[]): ProblemDetails => {
  const refusals = outcomes.flatMap((outcome, at) =>
    isRejection(outcome) ? [{ line: rows[at]?.line ?? 0, ...outcome }] : [],
  );
  return {
    ...{ status: 409, code: 'recipient.import_refused' },
    detail: `${refusals.length} of ${rows.length} rows contradict sellers that are known. Nothing was taken.`,
    errors: refusals.map(({ line, detail }) => ({ field: placeOf(line), message: detail })),
    extra: { lines: refusals.map(({ line, code }) => ({ line, code })) },
  };
};
