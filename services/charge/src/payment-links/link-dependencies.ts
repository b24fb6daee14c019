import { type Clock } from '@repasse/chassis/clock';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';

export interface LinkDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Where payers find our pages. */
  readonly baseUrl: string;
}

export const linkNotFound = (): ProblemError =>
  new ProblemError({ status: 404, code: 'payment_link.not_found', detail: 'You have no such payment link.' });
