import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type PeopleDependencies } from '../dependencies';
import { hashOfSecret } from '../secrets';
import { isOver } from './rules';
import { findSessionOfPerson, type SessionOfPerson } from './table';

/** The session behind a secret and its person; undefined when it has ended or they are suspended. It may be pending. */
export const liveSession = async (
  tx: Tx,
  { clock, sessionLimits }: Pick<PeopleDependencies, 'clock' | 'sessionLimits'>,
  secret: string,
): Promise<SessionOfPerson | undefined> => {
  const found = await findSessionOfPerson(tx, hashOfSecret('session', secret));
  if (found === undefined || isOver(found.session, toIso(clock.now()), sessionLimits)) return undefined;
  return found.person.status === 'ACTIVE' ? found : undefined;
};
