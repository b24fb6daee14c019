import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { newSecret } from '../../new-secret';
import { hashOfSecret } from '../secrets';
import { type Arrival } from './arrival';
import { insertSession, type Session } from './table';

export interface Started {
  readonly session: Session;
  readonly secret: string;
}

/** A session of its own for each sign-in: none from before it is ever used again. */
export const startSession = async (
  tx: Tx,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  {
    personId,
    isPending,
    isProven = false,
    companyUserId = null,
    arrival,
  }: {
    readonly personId: string;
    readonly isPending: boolean;
    /** Both factors were proven at once. */
    readonly isProven?: boolean;
    /** By the provider of this user, and so for it alone. */
    readonly companyUserId?: number | null;
    readonly arrival: Arrival;
  },
): Promise<Started> => {
  const secret = newSecret();
  const now = toIso(clock.now());
  const session: Session = {
    ...{
      sessionId: `ses_${ids.ulid()}`,
      personId,
      isPending,
      provenAt: isProven ? now : null,
      createdAt: now,
      usedAt: now,
    },
    ...{ address: arrival.address, userAgent: arrival.userAgent, endedAt: null, companyUserId },
  };
  await insertSession(tx, session, hashOfSecret('session', secret));
  return { session, secret };
};
