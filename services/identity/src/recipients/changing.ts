import { toIso } from '@repasse/chassis/clock';
import { reject } from '@repasse/chassis/decider';
import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { type Principal } from '@repasse/chassis/auth/principal';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Outcome } from '../store/commit';
import { lockUser } from '../users/table';
import { type RecipientDependencies } from './dependencies';
import { refused } from './refusals';
import { type StoredRecipient } from './table';
import { callerOf } from '@repasse/chassis/auth/caller';
import { findSeen, mayChange, notManaged, recipientNotFound } from './whose';

export interface Change {
  readonly caller: Principal;
  readonly recipient: StoredRecipient;
  readonly now: string;
}

type Changed = (given: Change) => Promise<Outcome<ApiResponse>>;
type Asked = Pick<ApiRequest, 'params' | 'principal'>;

/** Nothing changes about a recipient whose data was erased. */
export const changing = (
  deps: Pick<RecipientDependencies, 'clock'>,
  tx: Tx,
  request: Asked,
  change: Changed,
): Promise<Outcome<ApiResponse>> =>
  locking(deps, tx, request, async (given) =>
    given.recipient.erasedAt === null ? change(given) : { result: refused(erased), events: [] },
  );

/** The same for what only the recipient and the merchant that made them change. */
export const changingManaged = (
  deps: Pick<RecipientDependencies, 'clock'>,
  tx: Tx,
  request: Asked,
  change: Changed,
): Promise<Outcome<ApiResponse>> =>
  changing(deps, tx, request, async (given) =>
    mayChange(given.caller, given.recipient) ? change(given) : { result: notManaged(), events: [] },
  );

const erased = reject('recipient.erased', 'The data of this recipient was erased; nothing can be changed.');

/** Changes of one recipient follow one another, and so do their events: their user is locked. */
export const locking = async (
  { clock }: Pick<RecipientDependencies, 'clock'>,
  tx: Tx,
  request: Asked,
  change: Changed,
): Promise<Outcome<ApiResponse>> => {
  const caller = callerOf(request);
  await lockUser(tx, Number(request.params['recipientId']));
  const recipient = await findSeen(tx, caller, request.params);
  if (recipient === undefined) return { result: recipientNotFound(), events: [] };
  return change({ caller, recipient, now: toIso(clock.now()) });
};
