import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/charge';
import { userIdOf } from '../http/caller';
import { endFaults } from './checks/link-faults';
import { linkBody } from './link-body';
import { linkNotFound, type LinkDependencies } from './link-dependencies';
import { changeLink } from './store/links';

type Body = components['schemas']['UpdatePaymentLink'];

/** PATCH /payment-links/{linkId} */
export const updatePaymentLink = ({ db, clock, baseUrl }: LinkDependencies): Operation<Body> => ({
  check: ({ body }, faulty) => endFaults(body.validUntil, faulty, clock.now()),
  handle: async (request) => {
    const now = clock.now();
    const which = { linkId: request.params['linkId'] ?? '', userId: userIdOf(request), now: toIso(now) };
    const { active: isActive, usesMax, validUntil } = request.body;
    const link = await changeLink(db, which, { isActive, usesMax, validUntil });
    if (link === undefined) throw linkNotFound();
    return { status: 200, body: linkBody(link, { baseUrl, now }) };
  },
});
