import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { hashOfSecret } from '../people/secrets';
import { type PortalLinkDependencies } from './dependencies';
import { endPortalLink, findOpenLink } from './table';

/** Ends the session behind a link; one that is not known has ended. */
export const closePortal = async (
  { clock }: Pick<PortalLinkDependencies, 'clock'>,
  tx: Tx,
  sessionSecret: string,
): Promise<void> => {
  const now = toIso(clock.now());
  const link = await findOpenLink(tx, hashOfSecret('portal session', sessionSecret), now);
  if (link !== undefined) await endPortalLink(tx, link.linkId, now);
};
