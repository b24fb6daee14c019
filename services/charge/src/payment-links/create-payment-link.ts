import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { userIdOf } from '../http/caller';
import { amountMinorOf, asSent } from '../http/requests/charge-request';
import { linkFaults, refuseLateEnd, type CreateLinkBody } from './checks/link-faults';
import { type LinkTerms } from './link';
import { linkBody } from './link-body';
import { type LinkDependencies } from './link-dependencies';
import { addLink } from './store/links';

/** POST /payment-links */
export const createPaymentLink = ({ db, clock, ids, baseUrl }: LinkDependencies): Operation<CreateLinkBody> => ({
  check: (request, faulty) => linkFaults(request, faulty, clock.now()),
  handle: async (request) => {
    const now = clock.now();
    const { idempotency } = request;
    // A resumed request was in time when it began.
    if (!idempotency?.isResumed) refuseLateEnd(request.body, now);
    const link = await addLink(db, {
      ...termsOf(request.body),
      link_id: `lnk_${idempotency?.ulid ?? ids.ulid()}`,
      user_id: userIdOf(request),
      created_at: toIso(now),
    });
    return { status: 200, body: linkBody(link, { baseUrl, now }) };
  },
});

const termsOf = (body: CreateLinkBody): Omit<LinkTerms, 'link_id' | 'user_id' | 'created_at'> => ({
  title: body.title.trim(),
  amount_minor: minorOf(body.amount),
  min_minor: minorOf(body.minAmount),
  max_minor: minorOf(body.maxAmount),
  methods: body.allowedMethods ?? null,
  split: (body.split ?? []).map(asSent),
  uses_max: body.usesMax ?? null,
  valid_until: body.validUntil ?? null,
  redirect_url: body.redirectUrl ?? null,
  is_active: true,
});

const minorOf = (text: string | undefined): number | null =>
  text === undefined ? null : (amountMinorOf(text) ?? null);
