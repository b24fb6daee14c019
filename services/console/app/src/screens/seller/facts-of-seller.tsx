import { type components } from '@repasse/contracts/generated/http/identity';
import { useTexts } from '../../texts/texts.tsx';
import { documentText } from '../../ui/document-text.ts';
import { Facts } from '../../ui/facts.tsx';
import { Day, When } from '../../ui/when.tsx';

type Recipient = components['schemas']['Recipient'];

/** What is masked for this person shows as the API masks it. */
export const FactsOfSeller = ({ seller }: { readonly seller: Recipient }) => {
  const { fields, kinds } = useTexts();
  const { birthDate, representative, address } = seller;
  return (
    <Facts
      facts={[
        [fields.id, <code key="i">{seller.id}</code>],
        [fields.kind, kinds[seller.kind] ?? seller.kind],
        [fields.tradeName, seller.tradeName],
        [fields.document, documentText(seller.document)],
        [fields.email, seller.email],
        [fields.telephone, seller.telephone],
        ...(birthDate === null ? [] : [[fields.birthDate, <Day key="b" day={birthDate} />] as const]),
        ...(representative === null
          ? []
          : [[fields.representative, `${representative.name} (${documentText(representative.document)})`] as const]),
        ...(address === null ? [] : [[fields.postalAddress, addressText(address)] as const]),
        [fields.activity, seller.activity],
        [fields.reference, seller.externalReference],
        [fields.createdAt, <When key="c" at={seller.createdAt} />],
      ]}
    />
  );
};

const addressText = (address: components['schemas']['PostalAddress']): string => {
  const { street, number, complement, district, city, state, postalCode } = address;
  return [street, number, complement, district, city, state, postalCode].filter(Boolean).join(', ');
};
