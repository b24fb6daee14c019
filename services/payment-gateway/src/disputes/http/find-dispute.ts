import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { type Clock, toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { type Ids } from '@repasse/chassis/ids';
import { disputeIn } from '../domain/answer.decide';
import { type Dispute } from '../domain/dispute';
import { type Defences } from '../store/defences';
import { type SayingDeps } from '../workflow/say-to-dispute';
import { defenceBody } from './defence-body';
import { disputeNotFound } from './dispute-problems';

export interface DefenceDeps extends SayingDeps {
  readonly defences: Defences;
  readonly clock: Clock;
  readonly ids: Ids;
}

interface FoundDispute {
  readonly disputeId: string;
  readonly paymentId: string;
  readonly dispute: Dispute;
}

type Request = Pick<ApiRequest, 'params' | 'principal'>;

/** For its merchant, who alone may say something to it. */
export const ownDispute = (deps: DefenceDeps, request: Request): Promise<FoundDispute> =>
  find(deps, request, (userId) => callerOf(request).userId === userId);

/** For its merchant, and for staff, who take answers to the provider. */
export const seenDispute = (deps: DefenceDeps, request: Request): Promise<FoundDispute> => {
  const caller = callerOf(request);
  return find(deps, request, (userId) => isStaff(caller) || caller.userId === userId);
};

const find = async (
  { payments, defences }: DefenceDeps,
  { params }: Request,
  isFor: (userId: number) => boolean,
): Promise<FoundDispute> => {
  const disputeId = params['id'] ?? '';
  const paymentId = await defences.paymentOf(disputeId);
  if (paymentId === undefined) throw disputeNotFound(disputeId);
  const state = await payments.load(paymentId);
  const dispute = disputeIn(state, disputeId);
  if (state.status === 'absent' || dispute === undefined || !isFor(state.facts.userId))
    throw disputeNotFound(disputeId);
  return { disputeId, paymentId, dispute };
};

/** The dispute with what was said to it, as it stands now. */
export const shownDefence = async (
  { defences, clock }: DefenceDeps,
  { disputeId, dispute }: Pick<FoundDispute, 'disputeId' | 'dispute'>,
): Promise<ApiResponse> => {
  const [evidence, answer] = await Promise.all([defences.evidenceOf(disputeId), defences.answerOf(disputeId)]);
  return { status: 200, body: defenceBody(dispute, { evidence, answer, now: toIso(clock.now()) }) };
};
