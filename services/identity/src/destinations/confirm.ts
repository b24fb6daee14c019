import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { destinationConfirmed } from '../public/destination-events';
import { type Change } from '../recipients/changing';
import { requireProof } from '../second-factor/require-proof';
import { type Outcome } from '../store/commit';
import { changingOne } from './change';
import { type DestinationDependencies } from './dependencies';
import { type WholeDestination } from './destination';
import { confirmDestination as keepConfirmation } from './table';
import { destinationView } from './view';

interface Body {
  readonly code: string;
}

/**
 * POST /recipients/{recipientId}/destinations/{destinationId}/confirmation: whoever looks after the recipient proves
 * themself by more than a key, and the destination waits no longer. One that waits no more stays as it is.
 */
export const confirmDestination = (deps: DestinationDependencies): Operation<Body> => ({
  handle: (request) =>
    deps.commit.answering(request, (tx) =>
      changingOne(deps, tx, request, (destination, given) => confirm(deps, tx, request, destination, given)),
    ),
});

const confirm = async (
  deps: DestinationDependencies,
  tx: Tx,
  { body: { code } }: Pick<ApiRequest<Body>, 'body'>,
  destination: WholeDestination,
  { caller, recipient, now }: Change,
): Promise<Outcome<ApiResponse>> => {
  const shown = (one: WholeDestination) => ({ status: 200, body: destinationView(one, recipient, caller) });
  if ((destination.confirmedAt ?? destination.usableAt) <= now) return { result: shown(destination), events: [] };
  const refusal = await requireProof(deps, tx, { userId: caller.userId, code, now });
  if (refusal !== undefined) return { result: refusal, events: [] };
  await keepConfirmation(tx, destination.destinationId, now);
  return {
    result: shown({ ...destination, confirmedAt: now }),
    events: [destinationConfirmed(destination, recipient.managerUserId, now)],
  };
};
