import { type Principal } from '@repasse/chassis/auth/principal';
import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { readOwner, readTimeline, type TimelineEntry } from '../projections/timeline';
import { timelineText } from '../projections/timeline-texts/timeline-text';

type TimelineQuery = { readonly at?: string };

export const getChargeTimeline = (db: Database): Operation<unknown, TimelineQuery> => ({
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const ownerId = await readOwner(db, chargeId);
    if (!maySee(callerOf(request), ownerId)) throw notFound(chargeId);
    const entries = await readTimeline(db, chargeId, request.query.at);
    return { status: 200, body: { chargeId, entries: entries.map(entryView) } };
  },
});

/** Every operation here needs a token, so a request without a principal is a mistake in the wiring. */
const callerOf = ({ principal, operationId }: Pick<ApiRequest, 'principal' | 'operationId'>): Principal => {
  if (principal === undefined) throw new Error(`${operationId} was called without a principal.`);
  return principal;
};

/** Recipients of shares see their settlement; what else went on around the charge is between owner and payer. */
const maySee = (caller: Principal, ownerId: number | undefined): boolean =>
  ownerId !== undefined && (caller.profile !== 'CUSTOMER' || caller.userId === ownerId);

// To a stranger it looks the same as a charge that does not exist.
const notFound = (chargeId: string): ProblemError =>
  new ProblemError({ status: 404, code: 'charge.not_found', detail: `There is no charge ${chargeId} of yours.` });

const entryView = ({ at, type, position, details, source, eventId }: TimelineEntry): object => ({
  at,
  type,
  position,
  text: timelineText(type, details),
  source,
  eventId,
  details,
});
