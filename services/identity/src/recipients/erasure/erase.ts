import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { recipientErased } from '../../public/recipient-events';
import { type Outcome } from '../../store/commit';
import { locking, type Change } from '../changing';
import { type RecipientDependencies } from '../dependencies';
import { addStep, findRecipient, updateStanding } from '../table';
import { notStarted } from '../verification';
import { isStaff } from '@repasse/chassis/auth/caller';
import { mayChange, notManaged } from '../whose';
import { recipientView } from '../view';
import { eraseKept } from './table';

type Body = components['schemas']['EraseRecipient'];

/** POST /recipients/{recipientId}/erasure. A repeat says how it is. */
export const eraseRecipient = (deps: RecipientDependencies): Operation<Body> => ({
  handle: (request) =>
    deps.commit.answering(request, (tx) =>
      locking(deps, tx, request, async (change) => {
        const { caller, recipient } = change;
        if (!isStaff(caller) && !mayChange(caller, recipient)) return { result: notManaged(), events: [] };
        const isErased = recipient.erasedAt !== null;
        return isErased ? { result: await shown(tx, change), events: [] } : erase(tx, change, request.body.reason);
      }),
    ),
});

const erase = async (tx: Tx, change: Change, reason: string): Promise<Outcome<ApiResponse>> => {
  const { caller, recipient, now } = change;
  await eraseKept(tx, recipient.userId, now);
  await updateStanding(tx, recipient.userId, notStarted, now);
  await addStep(tx, recipient.userId, { ...notStarted, refusalReasons: ['ERASED', reason] }, caller, now);
  return { result: await shown(tx, change), events: [recipientErased(recipient, now)] };
};

const shown = async (tx: Tx, { caller, recipient }: Change): Promise<ApiResponse> => ({
  status: 200,
  body: recipientView((await findRecipient(tx, recipient.userId, caller.userId)) ?? recipient, caller),
});
