import { assertNever } from '@repasse/chassis/decider';
import { type Operation } from '@repasse/chassis/http/app';
import { type Ids } from '@repasse/chassis/ids';
import { type components } from '@repasse/contracts/generated/http/identity';
import { destinationAdded } from '../public/destination-events';
import { changing } from '../recipients/changing';
import { type StoredRecipient } from '../recipients/table';
import { mayChange, notManaged } from '../recipients/whose';
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
      changing(deps, tx, request, async ({ caller, recipient, now }) => {
        if (!mayChange(caller, recipient)) return { result: notManaged(), events: [] };
        const target = targetOf(request.body);
        const kept = await listDestinations(tx, recipient.userId);
        const same = kept.find((each) => isSame(each.target, target));
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

/** Both have the fields of their kind, and no others; the database may give them in another order. */
const isSame = (one: Target, other: Target): boolean => textOf(one) === textOf(other);

const textOf = (target: Target): string =>
  JSON.stringify([
    target.kind,
    ...Object.entries(partOf(target)).toSorted(([one], [other]) => one.localeCompare(other)),
  ]);

const partOf = (target: Target): object => {
  switch (target.kind) {
    case 'PIX_KEY':
      return target.pixKey;
    case 'BANK_ACCOUNT':
      return target.bankAccount;
    case 'COIN_ADDRESS':
      return target.coinAddress;
    default:
      return assertNever(target);
  }
};
