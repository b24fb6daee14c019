import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { insertAuditOutcome, type AuditOutcome } from './table';

type Body = components['schemas']['TellAuditOutcome'];

/** POST /internal/audit-outcomes. */
export const tellAuditOutcome = (db: Database, clock: Clock): Operation<Body> => ({
  handle: async ({ body: { auditId, status, changes } }) => {
    const told = { outcome: outcomeOf(status), status, ...fieldsOf(changes) };
    await insertAuditOutcome(db, auditId, { ...told, at: toIso(clock.now()) });
    return { status: 204 };
  },
});

const outcomeOf = (status: number): AuditOutcome => {
  if (status >= 500) return 'FAILED';
  return status >= 400 ? 'REFUSED' : 'DONE';
};

type Changes = Body['changes'];

/** As entries have them: the same fields twice. Null where no setting was read. */
const fieldsOf = (changes: Changes): { readonly before: object | null; readonly after: object | null } =>
  changes === undefined
    ? { before: null, after: null }
    : { before: valuesOf(changes, 'before'), after: valuesOf(changes, 'after') };

const valuesOf = (changes: NonNullable<Changes>, side: 'before' | 'after'): object =>
  Object.fromEntries(changes.flatMap(({ field, [side]: value }) => (value === undefined ? [] : [[field, value]])));
