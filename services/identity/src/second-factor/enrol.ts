import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { lockUser } from '../users/table';
import { contextOf } from './prove';
import { type SecondFactorDependencies } from './dependencies';
import { keepSecondFactor, lockSecondFactor } from './table';
import { enrolmentUriOf, newTotpSecret, totpForm } from './totp';
import { callerOf } from '@repasse/chassis/auth/caller';
import { withoutEvents } from '../store/commit';

/** POST /second-factor. Until its first code it confirms nothing, so asking again just gives another secret. */
export const enrol = ({ commit, clock, box }: SecondFactorDependencies): Operation<undefined> => ({
  handle: (request) =>
    commit.answering(
      request,
      withoutEvents(async (tx) => {
        const userId = callerOf(request).userId;
        // Two requests of one user take turns.
        await lockUser(tx, userId);
        const before = await lockSecondFactor(tx, userId);
        if (before !== undefined && before.confirmedAt !== null) return isActive();
        const secret = newTotpSecret();
        await keepSecondFactor(tx, {
          ...{ userId, sealedSecret: box.seal(secret, contextOf(userId)), createdAt: toIso(clock.now()) },
          ...{ confirmedAt: null, lastStep: null, wrongCodes: 0, wrongSince: null },
        });
        return shownSecret(secret, `user ${String(userId)}`);
      }),
    ),
});

/** Under a label without an e-mail, which apps would show to whoever looks. */
export const shownSecret = (secret: string, label: string): ApiResponse => ({
  status: 201,
  headers: { 'Cache-Control': 'no-store' },
  body: { secret, uri: enrolmentUriOf(secret, label), ...totpForm },
});

export const isActive = (): ApiResponse =>
  problem({
    status: 409,
    code: 'second_factor.active',
    detail: 'There is a second factor already: remove it first.',
  });
