import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useTexts } from '../texts/texts.tsx';
import { Choice } from '../ui/choice.tsx';
import { DaysFields } from '../ui/days-fields.tsx';
import { Field } from '../ui/field.tsx';
import { ChargeLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { UserField } from '../ui/user-field.tsx';
import { When } from '../ui/when.tsx';
import { ListScreen } from './list-screen.tsx';
import { entryKindValues, userAccounts } from './ledger-values.ts';
import { momentsOf } from './moments-of.ts';
import { type Search } from './use-filters.ts';

type Entry = components['schemas']['LedgerEntry'];

/** Every cent that moved, with why, and what its account held after it. */
export const Screen = () => {
  const { screens, fields, accounts, entryKinds } = useTexts();
  return (
    <ListScreen<Entry>
      title={screens.ledger}
      name="ledger"
      path="/ledger/entries"
      choice={{ name: 'account', label: fields.account, values: userAccounts, names: accounts }}
      further={(filters) => <Further filters={filters} />}
      queryOf={momentsOf}
      csv
      keyOf={({ id }) => id}
      columns={[
        { title: fields.createdAt, cell: ({ bookedAt }) => <When at={bookedAt} /> },
        { title: fields.account, cell: ({ account }) => accounts[account] ?? account },
        { title: fields.entryKind, cell: ({ kind }) => entryKinds[kind] ?? kind },
        { title: fields.amount, isNumber: true, cell: (entry) => <Signed entry={entry} /> },
        {
          title: fields.balanceAfter,
          isNumber: true,
          cell: ({ balanceAfter, currency }) => <Money amount={balanceAfter} currency={currency} />,
        },
        {
          title: fields.charge,
          cell: ({ chargeId }) => (chargeId === null ? '–' : <ChargeLink chargeId={chargeId} />),
        },
        { title: fields.reason, cell: ({ reason }) => reason ?? '–' },
      ]}
    />
  );
};

const Signed = ({ entry: { direction, amount, currency } }: { readonly entry: Entry }) => (
  <Money amount={direction === 'DEBIT' ? `-${amount}` : amount} currency={currency} />
);

const Further = ({ filters }: { readonly filters: Search }) => {
  const { fields, entryKinds } = useTexts();
  return (
    <>
      <Choice
        name="kind"
        label={fields.entryKind}
        values={entryKindValues}
        texts={entryKinds}
        chosen={filters['kind']}
      />
      <Field name="chargeId" label={fields.charge} value={filters['chargeId']} maxLength={64} />
      <DaysFields filters={filters} />
      <UserField value={filters['user_id']} />
    </>
  );
};
