import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { createBodyCheck } from '@repasse/chassis/http/body-check';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem, ProblemError } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { loadOpenApi } from '@repasse/contracts';
import { type Outcome } from '../../store/commit';
import { type RecipientDependencies } from '../dependencies';
import { describedBy, findOrDescribe } from '../describe';
import { keepSellers } from '../keep-sellers';
import { faultyLine, imported, importRefused, lineOf } from './answers';
import { faultsOfRows, readFile, type CheckBody, type FileRow } from './read-file';

interface Query {
  readonly mode: 'all-or-nothing' | 'valid-rows';
}

/**
 * POST /recipients/import: each row as POST /recipients takes it, in one transaction and in as many statements as one of
 * them. The file is read twice, before and behind its Idempotency-Key: that costs milliseconds, and nothing is kept
 * between the two.
 */
export const importRecipients = (deps: RecipientDependencies): Operation<string, Query> => {
  const checkBody = checkWhenNeeded();
  return {
    check: ({ body, query: { mode } }, faulty) => {
      if (faulty.size > 0) return [];
      const { faults, rows } = readFile(body, checkBody());
      return faults.length > 0 || mode === 'valid-rows' ? faults : faultsOfRows(rows);
    },
    handle: (request) =>
      deps.commit.answering(request, (tx) => take(deps, tx, request, readFile(request.body, checkBody()).rows)),
  };
};

const take = async (
  { clock }: RecipientDependencies,
  tx: Tx,
  request: ApiRequest<string, Query>,
  rows: readonly FileRow[],
): Promise<Outcome<ApiResponse>> => {
  const { userId } = callerOf(request);
  const isWhole = request.query.mode === 'all-or-nothing';
  const good = rows.filter(({ faults }) => faults.length === 0);
  const decisions = await findOrDescribe(
    tx,
    userId,
    good.map(({ body }) => describedBy(body)),
  );
  if (isWhole && decisions.some(isRejection)) return { result: problem(importRefused(good, decisions)), events: [] };
  const { outcomes, events } = await keepSellers(tx, userId, decisions, toIso(clock.now()));
  // An e-mail that was taken at this moment: what was made of the other rows is rolled back.
  if (isWhole && outcomes.some(isRejection)) throw new ProblemError(importRefused(good, outcomes));
  const lines = outcomes.flatMap((outcome, at) => (good[at] === undefined ? [] : lineOf(good[at], outcome)));
  const faulty = rows.filter(({ faults }) => faults.length > 0).map(faultyLine);
  return { result: imported([...lines, ...faulty]), events };
};

/** Compiled at the first file. */
const checkWhenNeeded = (): (() => CheckBody) => {
  let check: CheckBody | undefined;
  return () => (check ??= createBodyCheck(loadOpenApi('identity'), 'CreateRecipient'));
};
