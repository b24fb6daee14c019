import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { insertAuditOutcome, type AuditOutcome } from './table';

type Body = components['schemas']['TellAuditOutcome'];

/** POST /internal/audit-outcomes. */
export const tellAuditOutcome = (db: Database, clock: Clock): Operation<Body> => ({
  handle: async ({ body: { auditId, status } }) => {
    await insertAuditOutcome(db, auditId, { outcome: outcomeOf(status), status, at: toIso(clock.now()) });
    return { status: 204 };
  },
});

const outcomeOf = (status: number): AuditOutcome => {
  if (status >= 500) return 'FAILED';
  return status >= 400 ? 'REFUSED' : 'DONE';
};
