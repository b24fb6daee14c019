import { type Principal } from '@repasse/chassis/auth/principal';
import { maskedData, maskedEmail } from './masked';
import { type StoredRecipient } from './table';
import { mayChange, maySeeAll } from './whose';

/** A recipient as the caller may see them. */
export const recipientView = (recipient: StoredRecipient, caller: Principal): object => {
  const isWhole = maySeeAll(caller, recipient);
  return {
    id: recipient.userId,
    kind: recipient.kind,
    email: isWhole ? recipient.email : maskedEmail(recipient.email),
    ...(isWhole ? recipient.data : maskedData(recipient.data)),
    isMasked: !isWhole,
    isManaged: mayChange(caller, recipient),
    externalReference: recipient.externalReference,
    verification: {
      status: recipient.verification,
      refusalReasons: recipient.refusalReasons,
      suspensionReason: recipient.suspensionReason,
    },
    erasedAt: recipient.erasedAt,
    createdAt: recipient.createdAt,
    updatedAt: recipient.updatedAt,
  };
};
