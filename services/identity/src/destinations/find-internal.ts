import { type Operation } from '@repasse/chassis/http/app';
import { findRecipient } from '../recipients/table';
import { type DestinationDependencies } from './dependencies';
import { destinationNotFound } from './refusals';
import { findDestination } from './table';

/** GET /internal/destinations/{destinationId}: for payment-gateway, before it sends. Removed ones are told, too. */
export const findInternalDestination = ({ db }: Pick<DestinationDependencies, 'db'>): Operation<undefined> => ({
  handle: async ({ params }) => {
    const found = await findDestination(db, params['destinationId'] ?? '');
    const recipient = found && (await findRecipient(db, found.userId, null));
    if (found === undefined || recipient === undefined) return destinationNotFound();
    const { target } = found;
    const body = {
      destinationId: found.destinationId,
      userId: found.userId,
      rail: found.rail,
      kind: found.kind,
      label: found.label,
      isRemoved: found.removedAt !== null,
      usableAt: found.usableAt,
      confirmedAt: found.confirmedAt,
      pixKey: target.kind === 'PIX_KEY' ? target.pixKey : null,
      bankAccount: target.kind === 'BANK_ACCOUNT' ? target.bankAccount : null,
      coinAddress: target.kind === 'COIN_ADDRESS' ? target.coinAddress : null,
      // Banks compare a key with its holder, so whoever has become somebody else is not paid at the old one's keys.
      holder: { name: recipient.data.name, document: recipient.data.document },
      verification: recipient.verification,
    };
    return { status: 200, body };
  },
});
