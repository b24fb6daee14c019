import { type ApiResponse } from '@repasse/chassis/http/app';
import { noStore } from '../../api-keys/view';
import { expiryOf, type SessionLimits } from './rules';
import { type Started } from './start';
import { type Session } from './table';

export const startedView = (status: number, { session, secret }: Started, limits: SessionLimits): ApiResponse => ({
  status,
  headers: noStore,
  body: {
    ...{ sessionSecret: secret, sessionId: session.sessionId, needsSecondFactor: session.isPending },
    expiresAt: expiryOf(session, limits),
  },
});

export const sessionView = (session: Session, current: string, limits: SessionLimits): object => {
  const { sessionId, address, userAgent, createdAt, usedAt } = session;
  return {
    ...{ sessionId, isCurrent: sessionId === current, address, userAgent, createdAt, usedAt },
    expiresAt: expiryOf(session, limits),
  };
};
