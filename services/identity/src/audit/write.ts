import { type Principal } from '@repasse/chassis/auth/principal';
import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { insertAuditEntry, type AuditFact, type NewAuditEntry } from './table';

export interface Writing {
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The person or key that does something, and from where, as far as it is known. */
export type AuditActor = Partial<
  Pick<NewAuditEntry, 'userId' | 'personId' | 'clientId' | 'address' | 'userAgent' | 'requestId'>
>;

type Fact = Partial<Pick<NewAuditEntry, 'object' | 'before' | 'after' | 'outcome'>>;

/** A fact that is done, unless another outcome is given, in the transaction that makes it one. */
export const writeFact = (
  tx: Tx,
  writing: Writing,
  operation: AuditFact,
  by: AuditActor,
  fact: Fact = {},
): Promise<void> => insertAuditEntry(tx, newEntry(writing, operation, by, { outcome: 'DONE', ...fact }));

export const newEntry = ({ clock, ids }: Writing, operation: string, by: AuditActor, fact: Fact): NewAuditEntry => ({
  ...{ auditId: `aud_${ids.ulid()}`, happenedAt: toIso(clock.now()), operation },
  ...{ userId: null, personId: null, clientId: null, address: null, userAgent: null, requestId: null, ...by },
  ...{ object: null, before: null, after: null, outcome: null, ...fact },
});

/** The caller of a described operation: a person, or a program by its key. */
export const actorIn = ({
  principal,
  requestId,
}: {
  readonly principal: Principal | undefined;
  readonly requestId: string;
}): AuditActor =>
  principal === undefined
    ? { requestId }
    : {
        ...{ userId: principal.userId, requestId },
        ...(principal.personId === undefined ? { clientId: principal.clientId } : { personId: principal.personId }),
      };
