import { type Clock } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type ListedChecks } from '../store/list-statement-checks';
import { type Lister } from '../workflow/statement-check';
import { type StatementChecker } from '../workflow/statement-checker';
import { isAhead } from '../workflow/statement-day';
import { differencesShownMax } from './get-statement-check';
import { statementCheckBody } from './statement-check-body';

type Body = components['schemas']['CheckStatement'];

interface CheckStatementDeps {
  readonly statements: StatementChecker;
  readonly checks: ListedChecks;
  readonly clock: Clock;
}

/** POST /statement-checks: checks a day now, and returns the result. Safe to repeat. */
export const checkStatement = (o: CheckStatementDeps): Operation<Body> => ({
  handle: async ({ body: { provider, date } }) => {
    if (isAhead(date, o.clock.now())) return dateAhead(date);
    const asked = o.statements.listers.filter(({ name }) => provider === undefined || name === provider);
    if (provider !== undefined && asked.length === 0) return providerNotFound(o, provider);

    const made = await Promise.all(asked.map((lister) => o.statements.checkNow(lister, date)));
    const busy = asked.filter((_, at) => made[at] === 'busy');
    if (busy.length > 0) return underWay(busy, date);
    const ids = made.flatMap((each) => (each === 'busy' ? [] : each.checkId));
    const found = await o.checks.find(ids, differencesShownMax);
    return { status: 200, body: { data: found.map(statementCheckBody) } };
  },
});

const dateAhead = (date: string): ApiResponse =>
  problem({
    status: 400,
    code: 'statement_check.date_ahead',
    detail: `${date} has not begun in Brasília.`,
    errors: [{ field: 'date', message: 'lies ahead' }],
  });

const providerNotFound = ({ statements }: CheckStatementDeps, provider: string): ApiResponse =>
  problem({
    status: 404,
    code: 'statement_check.provider_not_found',
    detail: `There is no provider ${provider} here. Use ${statements.listers.map(({ name }) => name).join(', ')}.`,
  });

const underWay = (busy: readonly Lister[], date: string): ApiResponse =>
  problem({
    status: 409,
    code: 'statement_check.under_way',
    detail: `${date} of ${busy.map(({ name }) => name).join(', ')} is being checked at this moment.`,
    extra: { retryable: true },
  });
