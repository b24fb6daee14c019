import { documentTypeOf, plainDocument } from '@repasse/checkout-kit/both-sides/documents';

/** The payer's input, as typed. */
export interface TypedPayer {
  readonly name: string;
  readonly email: string;
  readonly document: string;
}

export type PayerField = keyof TypedPayer;

/** The text that names the fault to the payer. */
export type PayerFault = 'nameMissing' | 'emailInvalid' | 'documentInvalid';

/** In the order of the fields, so that the first is where the payer is taken. Empty when it can be sent. */
export const payerFaults = ({ name, email, document }: TypedPayer): ReadonlyMap<PayerField, PayerFault> => {
  const faults: (readonly [PayerField, PayerFault, boolean])[] = [
    ['name', 'nameMissing', name.trim().length >= 2],
    // Refuses only texts that cannot be an address; a mail shows whether it is one.
    ['email', 'emailInvalid', /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())],
    ['document', 'documentInvalid', documentTypeOf(plainDocument(document)) !== undefined],
  ];
  return new Map(faults.flatMap(([field, fault, isRight]) => (isRight ? [] : [[field, fault] as const])));
};
