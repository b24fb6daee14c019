import { type Operation } from '@repasse/chassis/http/app';
import { mayPayOthers } from '../payout-terms/table';
import { findRecipient } from '../recipients/table';
import { type DestinationDependencies } from './dependencies';
import { partsOf } from './destination';
import { destinationNotFound } from './refusals';
import { findDestination } from './table';

/** GET /internal/destinations/{destinationId}: for payment-gateway, before it sends. Removed ones are told, too. */
export const findInternalDestination = ({ db }: Pick<DestinationDependencies, 'db'>): Operation<undefined> => ({
  handle: async ({ params }) => {
    const found = await findDestination(db, params['destinationId'] ?? '');
    const recipient = found && (await findRecipient(db, found.userId, null));
    if (found === undefined || recipient === undefined) return destinationNotFound();
    const body = {
      destinationId: found.destinationId,
      userId: found.userId,
      rail: found.rail,
      kind: found.kind,
      label: found.label,
      isRemoved: found.removedAt !== null,
      usableAt: found.usableAt,
      confirmedAt: found.confirmedAt,
      ...partsOf(found.target),
      // A bank refuses a key whose holder has another document: whoever was named, or the recipient as they are now.
      holder: found.holder ?? { name: recipient.data.name, document: recipient.data.document },
      isHolderAllowed: found.holder === null || (await mayPayOthers(db, recipient)),
      verification: recipient.verification,
    };
    return { status: 200, body };
  },
});
