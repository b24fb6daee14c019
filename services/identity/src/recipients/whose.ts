import { isStaff } from '@repasse/chassis/auth/caller';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Principal } from '@repasse/chassis/auth/principal';
import { type Tx } from '@repasse/chassis/postgres/database';
import { findRecipient, type StoredRecipient } from './table';

/** A recipient, or the merchant that made them, may change what is known of them. */
export const mayChange = ({ userId }: Pick<Principal, 'userId'>, recipient: StoredRecipient): boolean =>
  recipient.userId === userId || recipient.managerUserId === userId;

/** Data in full is for those who keep it, and for staff, with a scope of its own. */
export const maySeeAll = (caller: Principal, recipient: StoredRecipient): boolean =>
  caller.scopes.includes('personal:read') && (isStaff(caller) || mayChange(caller, recipient));

/** Undefined where the caller is nobody to the recipient: for them, there is none. */
export const findSeen = async (
  tx: Tx,
  caller: Principal,
  params: Readonly<Record<string, string>>,
): Promise<StoredRecipient | undefined> => {
  const found = await findRecipient(tx, Number(params['recipientId']), caller.userId);
  if (found === undefined || isStaff(caller) || mayChange(caller, found)) return found;
  return (await isLinked(tx, caller.userId, found.userId)) ? found : undefined;
};

const isLinked = async (tx: Tx, merchantUserId: number, userId: number): Promise<boolean> =>
  (
    await tx.query('select from merchant_recipients where merchant_user_id = $1 and user_id = $2', [
      merchantUserId,
      userId,
    ])
  ).length > 0;

export const recipientNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'recipient.not_found', detail: 'There is no such recipient.' });

/** Whoever is linked sees a recipient of another merchant, and changes nothing. */
export const notManaged = (): ApiResponse =>
  problem({
    status: 403,
    code: 'recipient.not_managed',
    detail: 'Only the recipient and the merchant that made them change this.',
  });
