import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { newSecret } from '../../new-secret';
import { type PeopleDependencies } from '../dependencies';
import { hashOfSecret } from '../secrets';
import { proveSession, type Session } from './table';
import { startedView } from './view';

/** A second factor was proven in it: it counts, under another secret. */
export const renewSession = async (
  { clock, sessionLimits }: Pick<PeopleDependencies, 'clock' | 'sessionLimits'>,
  tx: Tx,
  session: Session,
): Promise<ApiResponse> => {
  const [secret, now] = [newSecret(), toIso(clock.now())];
  await proveSession(tx, session.sessionId, hashOfSecret('session', secret), now);
  return startedView(200, { session: { ...session, isPending: false, usedAt: now }, secret }, sessionLimits);
};
