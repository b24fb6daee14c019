import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { type Principal } from '@repasse/chassis/auth/principal';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Outcome } from '../store/commit';
import { lockUser } from '../users/table';
import { type RecipientDependencies } from './dependencies';
import { type StoredRecipient } from './table';
import { callerOf, findSeen, recipientNotFound } from './whose';

export interface Change {
  readonly caller: Principal;
  readonly recipient: StoredRecipient;
  readonly now: string;
}

/** Changes of one recipient follow one another, and so do their events: their user is locked. */
export const changing = async (
  { clock }: Pick<RecipientDependencies, 'clock'>,
  tx: Tx,
  request: Pick<ApiRequest, 'params' | 'principal'>,
  change: (given: Change) => Promise<Outcome<ApiResponse>>,
): Promise<Outcome<ApiResponse>> => {
  const caller = callerOf(request);
  await lockUser(tx, Number(request.params['recipientId']));
  const recipient = await findSeen(tx, caller, request.params);
  if (recipient === undefined) return { result: recipientNotFound(), events: [] };
  return change({ caller, recipient, now: toIso(clock.now()) });
};
