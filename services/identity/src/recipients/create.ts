import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/identity';
import { type RecipientDependencies } from './dependencies';
import { unknownToAll } from './decide-seller';
import { describedBy, findOrDescribe } from './describe';
import { keepSellers } from './keep-sellers';
import { faultsOfKind } from './legal-data';
import { refused } from './refusals';
import { callerOf } from '@repasse/chassis/auth/caller';
import { recipientView } from './view';

type Body = components['schemas']['CreateRecipient'];

/** POST /recipients: 201 for a new one, 200 for one that is there. */
export const createRecipient = ({ commit, clock }: RecipientDependencies): Operation<Body> => ({
  check: ({ body }, faulty) => (faulty.has('kind') ? [] : faultsOfKind(body.kind, body, faulty)),
  handle: (request) =>
    commit.answering(request, async (tx) => {
      const caller = callerOf(request);
      const decisions = await findOrDescribe(tx, caller.userId, [describedBy(request.body)]);
      const kept = await keepSellers(tx, caller.userId, decisions, toIso(clock.now()));
      const outcome = kept.outcomes[0] ?? unknownToAll;
      if (isRejection(outcome)) return { result: refused(outcome), events: [] };
      const { recipient, isNew } = outcome;
      return { result: { status: isNew ? 201 : 200, body: recipientView(recipient, caller) }, events: kept.events };
    }),
});
