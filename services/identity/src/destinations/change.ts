import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { destinationMadeDefault, destinationRemoved } from '../public/destination-events';
import { changing, type Change } from '../recipients/changing';
import { mayChange, notManaged } from '../recipients/whose';
import { type Outcome } from '../store/commit';
import { type DestinationDependencies } from './dependencies';
import { type WholeDestination } from './destination';
import { destinationNotFound } from './refusals';
import { findDestination, makeDefault, removeDestination } from './table';
import { destinationView } from './view';

/** POST /recipients/{recipientId}/destinations/{destinationId}/default */
export const chooseDestination = (deps: DestinationDependencies): Operation => ({
  handle: (request) =>
    deps.commit.answering(request, (tx) =>
      changingOne(deps, tx, request, async (destination, { caller, recipient, now }) => {
        const after = { ...destination, isDefault: true };
        const result = { status: 200, body: destinationView(after, recipient, caller) };
        if (destination.isDefault) return { result, events: [] };
        await makeDefault(tx, destination);
        return { result, events: [destinationMadeDefault(after, recipient.managerUserId, now)] };
      }),
    ),
});

/** DELETE /recipients/{recipientId}/destinations/{destinationId}. What is on its way there goes on. */
export const removeRecipientDestination = (deps: DestinationDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit<ApiResponse>((tx) =>
      changingOne(deps, tx, request, async (destination, { recipient, now }) => {
        await removeDestination(tx, destination.destinationId, now);
        return { result: { status: 204 }, events: [destinationRemoved(destination, recipient.managerUserId, now)] };
      }),
    ),
});

/** One destination of a recipient that the caller may change. */
export const changingOne = <B = unknown>(
  deps: DestinationDependencies,
  tx: Tx,
  request: ApiRequest<B>,
  change: (destination: WholeDestination, given: Change) => Promise<Outcome<ApiResponse>>,
): Promise<Outcome<ApiResponse>> =>
  changing(deps, tx, request, async (given) => {
    const found = await findDestination(tx, request.params['destinationId'] ?? '');
    const { caller, recipient } = given;
    if (found?.userId !== recipient.userId || found.removedAt !== null)
      return { result: destinationNotFound(), events: [] };
    return mayChange(caller, recipient) ? change(found, given) : { result: notManaged(), events: [] };
  });
