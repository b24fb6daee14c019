import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type ProveCode } from './prove';
import { provesFrom } from './rules';
import { lockSecondFactor } from './table';

export interface ProofDependencies {
  readonly prove: ProveCode;
  readonly secondFactorWaitHours: number;
}

/** The refusal to answer with unless the code is one of the user's own second factor; it must be committed, since it counts. */
export const requireProof = async (
  { prove, secondFactorWaitHours }: ProofDependencies,
  tx: Tx,
  { userId, code, now }: { readonly userId: number; readonly code: string; readonly now: string },
): Promise<ApiResponse | undefined> => {
  const factor = await lockSecondFactor(tx, userId);
  if (factor === undefined || factor.confirmedAt === null) return notActive();
  const from = provesFrom(factor.confirmedAt, secondFactorWaitHours);
  if (from > now) return tooNew(from);
  const proof = await prove(tx, factor, code);
  return 'refusal' in proof ? proof.refusal : undefined;
};

const notActive = (): ApiResponse =>
  problem({
    status: 409,
    code: 'second_factor.not_active',
    detail: 'You have no second factor that confirms: POST /second-factor, and confirm it by its first code.',
  });

const tooNew = (from: string): ApiResponse =>
  problem({
    status: 409,
    code: 'second_factor.too_new',
    detail: `Your second factor confirms from ${from} on.`,
    extra: { provesFrom: from },
  });
