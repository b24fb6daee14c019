import { documentTypeOf, plainDocument } from '@repasse/checkout-kit/both-sides/documents';

/** What the payer typed, as it stands in the fields. */
export interface TypedPayer {
  readonly name: string;
  readonly email: string;
  readonly document: string;
}

export type PayerField = keyof TypedPayer;

/** Which text tells the payer what is wrong. */
export type PayerFault = 'nameMissing' | 'emailInvalid' | 'documentInvalid';

/** In the order of the fields, so that the first is where the payer is taken. Empty when it can be sent. */
export const payerFaults = ({ name, email, document }: TypedPayer): ReadonlyMap<PayerField, PayerFault> => {
  const faults: (readonly [PayerField, PayerFault, boolean])[] = [
    ['name', 'nameMissing', name.trim().length >= 2],
    // Only what is certainly no address is refused; whether it is one shows when something arrives.
    ['email', 'emailInvalid', /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())],
    ['document', 'documentInvalid', documentTypeOf(plainDocument(document)) !== undefined],
  ];
  return new Map(faults.flatMap(([field, fault, isRight]) => (isRight ? [] : [[field, fault] as const])));
};
