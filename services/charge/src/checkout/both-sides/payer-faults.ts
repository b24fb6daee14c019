import { documentOf } from '@repasse/values/check-digits/documents';
import { mailAddressOf } from '@repasse/values/texts/mail-address';
import { visibleTextOf } from '@repasse/values/texts/visible-text';

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
    ['name', 'nameMissing', (visibleTextOf(name) ?? '').length >= 2],
    ['email', 'emailInvalid', mailAddressOf(email) !== undefined],
    ['document', 'documentInvalid', documentOf(document) !== undefined],
  ];
  return new Map(faults.flatMap(([field, fault, isRight]) => (isRight ? [] : [[field, fault] as const])));
};
