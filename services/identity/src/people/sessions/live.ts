import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type PeopleDependencies } from '../dependencies';
import { findPerson, type Person } from '../persons/table';
import { hashOfSecret } from '../secrets';
import { isOver } from './rules';
import { findSession, type Session } from './table';

export interface Live {
  readonly session: Session;
  readonly person: Person;
}

/** The session behind a secret and its person; undefined when it has ended or they are suspended. It may be pending. */
export const liveSession = async (
  tx: Tx,
  { clock, sessionLimits }: Pick<PeopleDependencies, 'clock' | 'sessionLimits'>,
  secret: string,
): Promise<Live | undefined> => {
  const session = await findSession(tx, hashOfSecret('session', secret));
  if (session === undefined || isOver(session, toIso(clock.now()), sessionLimits)) return undefined;
  const person = await findPerson(tx, session.personId);
  return person?.status === 'ACTIVE' ? { session, person } : undefined;
};
