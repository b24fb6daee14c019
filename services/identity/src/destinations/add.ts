import { actorOf } from '@repasse/chassis/auth/caller';
import { isDeepStrictEqual } from 'node:util';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { destinationAdded } from '../public/destination-events';
import { holdTerms, mayPayOthers } from '../payout-terms/table';
import { changingManaged, type Change } from '../recipients/changing';
import { type StoredRecipient } from '../recipients/table';
import { type Outcome } from '../store/commit';
import { type DestinationDependencies } from './dependencies';
import { type WholeDestination } from './destination';
import { railOf } from './rails';
import { labelOf } from './label';
import { faultsOfHolder, otherHolderOf } from './read-holder';
import { faultsOfTarget, isForeignKey, targetOf } from './read-target';
import { foreignHolder, foreignKey, tooMany } from './refusals';
import { insertDestination, listDestinations } from './table';
import { destinationView } from './view';

type Body = components['schemas']['AddDestination'];

/** More than anybody is paid at; a list of them needs no pages. */
const destinationsMax = 10;
const hourMs = 3_600_000;

/** POST /recipients/{recipientId}/destinations: 201 for a new one, 200 for one that is there. The first is the default. */
export const addDestination = (deps: DestinationDependencies): Operation<Body> => ({
  check: ({ body }, faulty) => {
    const faults = faultsOfTarget(body, faulty);
    return faults.length > 0 ? faults : faultsOfHolder(body, faulty);
  },
  handle: (request) =>
    deps.commit.answering(request, async (tx) => {
      if (request.body.holder !== undefined) await holdTerms(tx, Number(request.params['recipientId']));
      return changingManaged(deps, tx, request, (change) => add(deps, tx, request.body, change));
    }),
});

const add = async (
  deps: DestinationDependencies,
  tx: Tx,
  body: Body,
  { caller, recipient, now }: Change,
): Promise<Outcome<ApiResponse>> => {
  const paid = { target: targetOf(body), holder: otherHolderOf(body, recipient.data.document) };
  const kept = await listDestinations(tx, recipient.userId);
  const same = kept.find((each) => isSame(each, paid));
  if (same !== undefined)
    return { result: { status: 200, body: destinationView(same, recipient, caller) }, events: [] };
  const refusal = await refusalOf(tx, paid, recipient, kept.length);
  if (refusal !== undefined) return { result: refusal, events: [] };
  const usableAt = new Date(Date.parse(now) + deps.waitHours * hourMs).toISOString();
  const made = newDestination(deps.ids, recipient, paid, { isDefault: kept.length === 0, now, usableAt });
  await insertDestination(tx, made, actorOf(caller));
  return {
    result: { status: 201, body: destinationView(made, recipient, caller) },
    events: [destinationAdded(made, recipient.managerUserId)],
  };
};

type Paid = Pick<WholeDestination, 'target' | 'holder'>;

const isSame = (kept: Paid, { target, holder }: Paid): boolean =>
  isDeepStrictEqual(kept.target, target) && kept.holder?.document === holder?.document;

const refusalOf = async (
  tx: Tx,
  { target, holder }: Paid,
  recipient: StoredRecipient,
  keptCount: number,
): Promise<ApiResponse | undefined> => {
  if (holder === null && isForeignKey(target, recipient.data.document)) return foreignKey();
  if (holder !== null && !(await mayPayOthers(tx, recipient))) return foreignHolder();
  return keptCount >= destinationsMax ? tooMany(destinationsMax) : undefined;
};

const newDestination = (
  ids: Ids,
  { userId }: StoredRecipient,
  { target, holder }: Paid,
  { isDefault, now, usableAt }: { readonly isDefault: boolean; readonly now: string; readonly usableAt: string },
): WholeDestination => ({
  destinationId: `dst_${ids.ulid()}`,
  userId,
  kind: target.kind,
  rail: railOf[target.kind],
  label: labelOf(target),
  isDefault,
  usableAt,
  confirmedAt: null,
  removedAt: null,
  createdAt: now,
  target,
  holder,
});
