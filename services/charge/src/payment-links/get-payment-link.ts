import { type Operation } from '@repasse/chassis/http/app';
import { readerOf } from '../http/caller';
import { linkBody } from './link-body';
import { linkNotFound, type LinkDependencies } from './link-dependencies';
import { findLink } from './store/links';

/** GET /payment-links/{linkId} */
export const getPaymentLink = ({ db, clock, baseUrl }: LinkDependencies): Operation => ({
  handle: async (request) => {
    const link = await findLink(db, request.params['linkId'] ?? '', readerOf(request));
    if (link === undefined) throw linkNotFound();
    return { status: 200, body: linkBody(link, { baseUrl, now: clock.now() }) };
  },
});
