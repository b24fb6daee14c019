import { type Principal } from '@repasse/chassis/auth/principal';
import { maySeeAll } from '../recipients/whose';
import { type StoredRecipient } from '../recipients/table';
import { type WholeDestination } from './destination';

/** A destination as the caller may see it: the label tells those who may not see its key which one it is. */
export const destinationView = (
  destination: WholeDestination,
  recipient: StoredRecipient,
  caller: Principal,
): object => {
  const isWhole = maySeeAll(caller, recipient);
  const { target } = destination;
  return {
    id: destination.destinationId,
    userId: destination.userId,
    kind: destination.kind,
    rail: destination.rail,
    label: destination.label,
    isDefault: destination.isDefault,
    pixKey: isWhole && target.kind === 'PIX_KEY' ? target.pixKey : null,
    bankAccount: isWhole && target.kind === 'BANK_ACCOUNT' ? target.bankAccount : null,
    coinAddress: isWhole && target.kind === 'COIN_ADDRESS' ? target.coinAddress : null,
    isMasked: !isWhole,
    usableAt: destination.confirmedAt ?? destination.usableAt,
    createdAt: destination.createdAt,
  };
};
