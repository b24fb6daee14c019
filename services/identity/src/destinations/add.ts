import { isDeepStrictEqual } from 'node:util';
import { type Operation } from '@repasse/chassis/http/app';
import { type Ids } from '@repasse/chassis/ids';
import { type components } from '@repasse/contracts/generated/http/identity';
import { destinationAdded } from '../public/destination-events';
import { changingManaged } from '../recipients/changing';
import { type StoredRecipient } from '../recipients/table';
import { type DestinationDependencies } from './dependencies';
import { type Target, type WholeDestination } from './destination';
import { railOf } from './rails';
import { labelOf } from './label';
import { faultsOfTarget, isForeignKey, targetOf } from './read-target';
import { foreignKey, tooMany } from './refusals';
import { insertDestination, listDestinations } from './table';
import { destinationView } from './view';

type Body = components['schemas']['AddDestination'];

/** More than anybody is paid at; a list of them needs no pages. */
const destinationsMax = 10;
const hourMs = 3_600_000;

/** POST /recipients/{recipientId}/destinations: 201 for a new one, 200 for one that is there. The first is the default. */
export const addDestination = (deps: DestinationDependencies): Operation<Body> => ({
  check: ({ body }, faulty) => faultsOfTarget(body, faulty),
  handle: (request) =>
    deps.commit.answering(request, (tx) =>
      changingManaged(deps, tx, request, async ({ caller, recipient, now }) => {
        const target = targetOf(request.body);
        const kept = await listDestinations(tx, recipient.userId);
        const same = kept.find((each) => isDeepStrictEqual(each.target, target));
        if (same !== undefined)
          return { result: { status: 200, body: destinationView(same, recipient, caller) }, events: [] };
        if (isForeignKey(target, recipient.data.document)) return { result: foreignKey(), events: [] };
        if (kept.length >= destinationsMax) return { result: tooMany(destinationsMax), events: [] };
        const usableAt = new Date(Date.parse(now) + deps.waitHours * hourMs).toISOString();
        const made = newDestination(deps.ids, recipient, target, { isDefault: kept.length === 0, now, usableAt });
        await insertDestination(tx, made, caller.clientId);
        return {
          result: { status: 201, body: destinationView(made, recipient, caller) },
          events: [destinationAdded(made, recipient.managerUserId)],
        };
      }),
    ),
});

const newDestination = (
  ids: Ids,
  { userId }: StoredRecipient,
  target: Target,
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
});
