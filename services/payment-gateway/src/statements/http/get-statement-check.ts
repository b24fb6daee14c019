import { type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type ListedChecks } from '../store/list-statement-checks';
import { statementCheckBody } from './statement-check-body';

/** A day with more differences than this has one fault and not a thousand. */
export const differencesShownMax = 1_000;

/** GET /statement-checks/{id}: one day of one provider, with its differences. */
export const getStatementCheck = (checks: ListedChecks): Operation => ({
  handle: async ({ params }) => {
    const id = params['id'] ?? '';
    const [check] = await checks.find([id], differencesShownMax);
    return check === undefined
      ? problem({ status: 404, code: 'statement_check.not_found', detail: `There is no statement check ${id}.` })
      : { status: 200, body: statementCheckBody(check) };
  },
});
