import { type Principal } from '@repasse/chassis/auth/principal';
import { maskedDocument, maskedName } from '../recipients/masked';
import { maySeeAll } from '../recipients/whose';
import { type StoredRecipient } from '../recipients/table';
import { partsOf, type Holder, type WholeDestination } from './destination';

/** A destination as the caller may see it: the label tells those who may not see its key which one it is. */
export const destinationView = (
  destination: WholeDestination,
  recipient: StoredRecipient,
  caller: Principal,
): object => {
  const isWhole = maySeeAll(caller, recipient);
  return {
    id: destination.destinationId,
    userId: destination.userId,
    kind: destination.kind,
    rail: destination.rail,
    label: destination.label,
    isDefault: destination.isDefault,
    ...(isWhole ? partsOf(destination.target) : noParts),
    holder: destination.holder === null || isWhole ? destination.holder : maskedHolder(destination.holder),
    isMasked: !isWhole,
    usableAt: destination.confirmedAt ?? destination.usableAt,
    createdAt: destination.createdAt,
    removedAt: destination.removedAt,
  };
};

const maskedHolder = ({ name, document }: Holder): Holder => ({
  name: maskedName(name),
  document: maskedDocument(document),
});

const noParts: { readonly [Part in keyof ReturnType<typeof partsOf>]: null } = {
  pixKey: null,
  bankAccount: null,
  coinAddress: null,
};
