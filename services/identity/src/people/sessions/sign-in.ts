import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type components } from '@repasse/contracts/generated/http/identity';
import { writeFact, type AuditActor } from '../../audit/write';
import { hashOfEmail, normaliseEmail } from '../../users/rules';
import { type PeopleDependencies } from '../dependencies';
import { hasPasskeys } from '../passkeys/table';
import { findPersonByEmail, lockPerson, type Person } from '../persons/table';
import { findPersonFactor } from '../second-factor/table';
import { actorFrom, callerIn } from './arrival';
import { signInRefused } from './refusals';
import { startSession } from './start';
import { startedView } from './view';
import { withoutEvents } from '../../store/commit';

type Body = components['schemas']['SignIn'];

/** POST /internal/sign-ins. */
export const signIn = (deps: PeopleDependencies): Operation<Body> => {
  const { db, passwords, wrongSecrets } = deps;
  const signIns = deps.metrics.counter('repasse_identity_sign_ins_total', 'Passwords that people typed.', ['outcome']);
  bornAtZero(signIns, { outcome: ['accepted', 'refused'] });
  return {
    handle: async ({ body, requestId }) => {
      const { email, password, arrival } = body;
      const [who, from] = [hashOfEmail(email), callerIn(arrival)];
      await wrongSecrets.refuseIfTooMany(who, from);
      const person = await findPersonByEmail(db, normaliseEmail(email));
      const isRight = await passwords.isRight(password, person?.passwordHash);
      const by = { ...actorFrom(arrival, requestId), personId: person?.personId ?? null };
      const started = isRight && person !== undefined ? await begin(deps, person, body, by) : undefined;
      signIns.inc({ outcome: started === undefined ? 'refused' : 'accepted' });
      if (started !== undefined) return started;
      await refuse(deps, by);
      await wrongSecrets.count(who, from);
      return signInRefused();
    },
  };
};

/** Undefined when the person is suspended, or has another password by now. */
const begin = (
  deps: PeopleDependencies,
  { personId, passwordHash }: Person,
  { arrival }: Body,
  by: AuditActor,
): Promise<ApiResponse | undefined> =>
  deps.commit(
    withoutEvents<ApiResponse | undefined>(async (tx) => {
      const person = await lockPerson(tx, personId);
      if (person?.status !== 'ACTIVE' || person.passwordHash !== passwordHash) return undefined;
      const factor = await findPersonFactor(tx, personId);
      const isPending = (factor !== undefined && factor.confirmedAt !== null) || (await hasPasskeys(tx, personId));
      const started = await startSession(tx, deps, { personId, isPending, arrival });
      await writeFact(tx, deps, 'SIGN_IN', by, { object: started.session.sessionId });
      return startedView(201, started, deps.sessionLimits);
    }),
  );

/** Without what was typed: it may be a password in the wrong field. */
const refuse = (deps: PeopleDependencies, by: AuditActor): Promise<void> =>
  writeFact(deps.db, deps, 'SIGN_IN', by, { outcome: 'REFUSED' });
