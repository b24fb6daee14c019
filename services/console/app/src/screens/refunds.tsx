import { type components } from '@repasse/contracts/generated/http/charge';
import { useTexts } from '../texts/texts.tsx';
import { Actor } from '../ui/actor.tsx';
import { Choice } from '../ui/choice.tsx';
import { DaysFields } from '../ui/days-fields.tsx';
import { Field } from '../ui/field.tsx';
import { ChargeLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { UserField } from '../ui/user-field.tsx';
import { When } from '../ui/when.tsx';
import { ListScreen } from './list-screen.tsx';
import { momentsOf } from './moments-of.ts';
import { type Search } from './use-filters.ts';

type Refund = components['schemas']['ListedRefund'];

export const Screen = () => {
  const { screens, fields, kinds } = useTexts();
  return (
    <ListScreen<Refund>
      title={screens.refunds}
      name="refunds"
      path="/refunds"
      choice={{ name: 'status', label: fields.status, values: ['PENDING', 'SUCCEEDED', 'FAILED'] }}
      further={(filters) => <Further filters={filters} />}
      queryOf={momentsOf}
      keyOf={({ id }) => id}
      columns={[
        { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
        { title: fields.status, cell: ({ status }) => <Status of={status} /> },
        {
          title: fields.amount,
          isNumber: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        { title: fields.purpose, cell: ({ purpose }) => kinds[purpose] ?? purpose },
        { title: fields.charge, cell: ({ chargeId }) => <ChargeLink chargeId={chargeId} /> },
        { title: fields.person, cell: ({ requestedBy }) => <Actor id={requestedBy} /> },
        { title: fields.reason, isProse: true, cell: ({ reason, failure }) => failure ?? reason ?? '–' },
      ]}
    />
  );
};

const Further = ({ filters }: { readonly filters: Search }) => {
  const { fields, kinds } = useTexts();
  return (
    <>
      <Choice
        name="purpose"
        label={fields.purpose}
        values={['MERCHANT', 'SURPLUS']}
        texts={kinds}
        chosen={filters['purpose']}
      />
      <Field name="chargeId" label={fields.charge} value={filters['chargeId']} maxLength={64} />
      <DaysFields filters={filters} />
      <UserField value={filters['user_id']} />
    </>
  );
};
