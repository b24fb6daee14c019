import { type components } from '@repasse/contracts/generated/http/identity';
import { type Texts } from '../../ui/form.ts';

export type NewRecipient = components['schemas']['CreateRecipient'];

const addressParts = ['street', 'number', 'complement', 'district', 'city', 'state', 'postalCode'] as const;
const representativeParts = ['name', 'document', 'birthDate'] as const;
const plainParts = ['tradeName', 'telephone', 'activity', 'externalReference', 'birthDate'] as const;

/** The body of a form: fields left empty are not sent, and a part is sent as soon as one of its fields is filled. */
export const recipientOf = (texts: Texts): NewRecipient => {
  const { email = '', kind = '', name = '', document = '' } = texts;
  const [address, representative] = [
    partOf(texts, 'address', addressParts),
    partOf(texts, 'representative', representativeParts),
  ];
  return {
    ...{ email, kind: kind as NewRecipient['kind'], name, document },
    ...filled(texts, plainParts),
    ...(address !== undefined && { address: address as NewRecipient['address'] & object }),
    ...(representative !== undefined && { representative: representative as NewRecipient['representative'] & object }),
  };
};

const filled = (texts: Texts, names: readonly string[], prefix = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = texts[prefix + name];
      return text === undefined || text === '' ? [] : [[name, text]];
    }),
  );

const partOf = (texts: Texts, part: string, names: readonly string[]) => {
  const fields = filled(texts, names, `${part}.`);
  return Object.keys(fields).length === 0 ? undefined : fields;
};
