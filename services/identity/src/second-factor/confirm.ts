import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type SecondFactorDependencies } from './dependencies';
import { keepSecondFactor, lockSecondFactor } from './table';
import { viewOf } from './view';
import { callerOf } from '@repasse/chassis/auth/caller';
import { secondFactorNotFound } from './refusals';
import { withoutEvents } from '../store/commit';

/** POST /second-factor/confirmation: the first code proves that the app has the secret. */
export const confirm = ({
  commit,
  clock,
  prove,
  waitHours,
}: SecondFactorDependencies): Operation<{ readonly code: string }> => ({
  handle: (request) =>
    commit.answering(
      request,
      withoutEvents(async (tx) => {
        const factor = await lockSecondFactor(tx, callerOf(request).userId);
        if (factor === undefined) return secondFactorNotFound();
        if (factor.confirmedAt !== null) return viewOf(factor, waitHours);
        const proof = await prove(tx, factor, request.body.code);
        if ('refusal' in proof) return proof.refusal;
        const confirmed = { ...proof.factor, confirmedAt: toIso(clock.now()) };
        await keepSecondFactor(tx, confirmed);
        return viewOf(confirmed, waitHours);
      }),
    ),
});
