import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/identity';
import { isActive, shownSecret } from '../../second-factor/enrol';
import { newTotpSecret } from '../../second-factor/totp';
import { type PeopleDependencies } from '../dependencies';
import { provePassword } from '../persons/prove-password';
import { passwordWrong } from '../persons/refusals';
import { lockPerson, type Person } from '../persons/table';
import { contextOf } from './prove';
import { keepPersonFactor, lockPersonFactor } from './table';
import { refuseUnproven } from './refuse-unproven';
import { type Tx } from '@repasse/chassis/postgres/database';
import { withoutEvents } from '../../store/commit';

/** POST /person/second-factor: with the password, so that a stolen session brings no app of its own. */
export const enrolPersonSecondFactor = (
  deps: PeopleDependencies,
): Operation<components['schemas']['ProvePassword']> => ({
  handle: async (request) => {
    const person = await provePassword(deps, request, request.body.password);
    if (person === undefined) return passwordWrong();
    return deps.commit.answering(
      request,
      withoutEvents(async (tx) => {
        const refusal = await refuseUnproven(tx, request, deps.clock.now());
        return refusal ?? enrol(deps, tx, person);
      }),
    );
  },
});

const enrol = async ({ box, clock }: PeopleDependencies, tx: Tx, { personId }: Person): Promise<ApiResponse> => {
  // Two requests of one person take turns.
  await lockPerson(tx, personId);
  const before = await lockPersonFactor(tx, personId);
  if (before !== undefined && before.confirmedAt !== null) return isActive();
  const secret = newTotpSecret();
  await keepPersonFactor(tx, {
    ...{ personId, sealedSecret: box.seal(secret, contextOf(personId)), createdAt: toIso(clock.now()) },
    ...{ confirmedAt: null, lastStep: null, wrongCodes: 0, wrongSince: null, recoveryHashes: [] },
  });
  return shownSecret(secret, `person ${personId.slice(-6)}`);
};
