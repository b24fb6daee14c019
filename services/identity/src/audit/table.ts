import { type Tx } from '@repasse/chassis/postgres/database';

export type AuditOutcome = 'DONE' | 'REFUSED' | 'FAILED';

/** Facts about people, beside the operationIds of what they do through the console. */
export type AuditFact =
  | 'SIGN_IN'
  | 'SIGN_OUT'
  | 'SECOND_FACTOR_PROVEN'
  | 'SECOND_FACTOR_ENROLLED'
  | 'SECOND_FACTOR_REMOVED'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'PASSKEY_COPIED'
  | 'COMPANY_LINKED'
  | 'COMPANY_UNLINKED'
  | 'RECOVERY_CODES_RENEWED'
  | 'PASSWORD_CHANGED'
  | 'PASSWORD_RESET_MADE'
  | 'PASSWORD_RESET'
  | 'SESSION_ENDED'
  | 'INVITATION_MADE'
  | 'INVITATION_REVOKED'
  | 'MEMBER_JOINED'
  | 'MEMBER_ROLE_CHANGED'
  | 'MEMBER_REMOVED'
  | 'PORTAL_LINK_MADE'
  | 'PORTAL_LINK_OPENED'
  | 'PORTAL_LINK_REVOKED';

export interface NewAuditEntry {
  readonly auditId: string;
  readonly happenedAt: string;
  readonly userId: number | null;
  readonly personId: string | null;
  readonly clientId: string | null;
  readonly operation: string;
  readonly object: string | null;
  readonly before: unknown;
  readonly after: unknown;
  /** Null where it is told later. */
  readonly outcome: AuditOutcome | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

export const insertAuditEntry = async (tx: Tx, entry: NewAuditEntry): Promise<void> => {
  const { auditId, happenedAt, userId, personId, clientId, operation, object, before, after } = entry;
  const { outcome, address, userAgent, requestId } = entry;
  await tx.query(
    `insert into audit_entries (audit_id, happened_at, user_id, person_id, client_id, operation, object, before, after,
       outcome, address, user_agent, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[auditId, happenedAt, userId, personId, clientId, operation, object, jsonOf(before), jsonOf(after)],
      ...[outcome, address, userAgent, requestId],
    ],
  );
};

const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

interface ToldOutcome extends Pick<NewAuditEntry, 'before' | 'after'> {
  readonly outcome: AuditOutcome;
  readonly status: number;
  readonly at: string;
}

/** The first word counts; an id that is not known is passed over. */
export const insertAuditOutcome = async (
  tx: Tx,
  auditId: string,
  { outcome, status, before, after, at }: ToldOutcome,
): Promise<void> => {
  await tx.query(
    `insert into audit_outcomes (audit_id, outcome, status, told_at, before, after)
     select audit_id, $2, $3, $4, $5, $6 from audit_entries where audit_id = $1 and outcome is null
     on conflict (audit_id) do nothing`,
    [auditId, outcome, status, at, jsonOf(before), jsonOf(after)],
  );
};

export interface AuditEntry extends Omit<NewAuditEntry, 'userId' | 'outcome'> {
  readonly personName: string | null;
  readonly outcome: AuditOutcome | 'STARTED';
  readonly status: number | null;
}

export interface AuditFilter {
  readonly userId: number;
  readonly personId?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface AuditPosition {
  readonly happenedAt: string;
  readonly auditId: string;
}

/**
 * Newest first: what was done at the user, and the sign-ins of the people who have a role there now. A sign-in is at no
 * user, since one is chosen later.
 */
export const listAuditEntries = (
  tx: Tx,
  { userId, personId, operation, outcome, from, to }: AuditFilter,
  after: AuditPosition | undefined,
  limit: number,
): Promise<AuditEntry[]> =>
  tx.query<AuditEntry>(
    `select a.audit_id as "auditId", a.happened_at as "happenedAt", a.person_id as "personId", p.name as "personName",
       a.client_id as "clientId", a.operation, a.object, coalesce(a.before, o.before) as before,
       coalesce(a.after, o.after) as after,
       coalesce(a.outcome, o.outcome, 'STARTED') as outcome, o.status, a.address, a.user_agent as "userAgent",
       a.request_id as "requestId"
     from audit_entries a left join audit_outcomes o using (audit_id) left join persons p using (person_id)
     where (a.user_id = $1 or a.user_id is null and a.person_id in (select person_id from memberships where user_id = $1))
       and ($2::text is null or a.person_id = $2) and ($3::text is null or a.operation = $3)
       and ($4::text is null or coalesce(a.outcome, o.outcome, 'STARTED') = $4)
       and ($5::timestamptz is null or a.happened_at >= $5) and ($6::timestamptz is null or a.happened_at < $6)
       and ($7::timestamptz is null or (a.happened_at, a.audit_id) < ($7, $8))
     order by a.happened_at desc, a.audit_id desc limit $9`,
    [
      ...[userId, personId ?? null, operation ?? null, outcome ?? null, from ?? null, to ?? null],
      ...[after?.happenedAt ?? null, after?.auditId ?? null, limit],
    ],
  );
