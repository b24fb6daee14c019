import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { writeFact } from '../../audit/write';
import { closePortal } from '../../portal-links/close';
import { type PeopleDependencies } from '../dependencies';
import { hashOfSecret } from '../secrets';
import { endSession, findSession } from './table';
import { withoutEvents } from '../../store/commit';

/** POST /internal/sign-outs. */
export const signOut = (deps: PeopleDependencies): Operation<{ readonly sessionSecret: string }> => ({
  handle: ({ body, requestId }) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const session = await findSession(tx, hashOfSecret('session', body.sessionSecret));
        if (session === undefined) await closePortal(deps, tx, body.sessionSecret);
        else if (await endSession(tx, session.sessionId, toIso(deps.clock.now()))) {
          const { personId, address, userAgent, sessionId } = session;
          await writeFact(tx, deps, 'SIGN_OUT', { personId, address, userAgent, requestId }, { object: sessionId });
        }
        return { status: 204 };
      }),
    ),
});
