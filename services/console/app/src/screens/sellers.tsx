import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useIsStaff, useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { documentText } from '../ui/document-text.ts';
import { Field } from '../ui/field.tsx';
import { sameUser, SellerLink } from '../ui/links.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { ListScreen } from './list-screen.tsx';
import { useMoneyColumns } from './sellers/money-columns.tsx';
import { type Search } from './use-filters.ts';

type Recipient = components['schemas']['Recipient'];

const verifications = ['NOT_STARTED', 'PENDING', 'VERIFIED', 'REFUSED', 'SUSPENDED'];

export const Screen = () => {
  const { screens, fields, words, kinds } = useTexts();
  const money = useMoneyColumns();
  return (
    <ListScreen<Recipient>
      title={screens.sellers}
      actions={<Ways />}
      name="sellers"
      path="/recipients"
      choice={{ name: 'verification', label: fields.verification, values: verifications }}
      further={(filters) => <Further filters={filters} />}
      empty={words.noSellers}
      keyOf={({ id }) => String(id)}
      columns={[
        { title: fields.name, cell: ({ id, name }) => <SellerLink recipientId={id}>{name}</SellerLink> },
        { title: fields.verification, cell: ({ verification }) => <Status of={verification.status} /> },
        ...money,
        { title: fields.kind, cell: ({ kind }) => kinds[kind] ?? kind },
        { title: fields.document, cell: ({ document }) => documentText(document) },
        { title: fields.email, cell: ({ email }) => email },
        { title: fields.reference, cell: ({ externalReference }) => externalReference ?? '–' },
        { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    />
  );
};

const Ways = () => {
  const { selling } = useTexts();
  const [isStaff, mayWrite] = [useIsStaff(), useMay('recipients:write')];
  // Whoever registers a seller manages them, and the platform sells nothing.
  if (isStaff || !mayWrite) return null;
  return (
    <p className="files">
      <Link className="button" to="/sellers/new" search={sameUser}>
        {selling.register}
      </Link>
      <Link className="button" to="/sellers/import" search={sameUser}>
        {selling.import}
      </Link>
    </p>
  );
};

const Further = ({ filters }: { readonly filters: Search }) => {
  const { fields } = useTexts();
  return (
    <>
      <Field name="name" label={fields.name} value={filters['name']} maxLength={120} />
      <Field name="document" label={fields.document} value={filters['document']} maxLength={18} />
      <Field name="email" label={fields.email} value={filters['email']} maxLength={254} />
      <Field name="externalReference" label={fields.reference} value={filters['externalReference']} maxLength={100} />
    </>
  );
};
