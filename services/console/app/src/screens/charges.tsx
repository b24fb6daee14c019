import { type components } from '@repasse/contracts/generated/http/charge';
import { useTexts } from '../texts/texts.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { ChargeLink } from '../ui/links.tsx';
import { ListScreen } from './list-screen.tsx';
import { type Search } from './use-filters.ts';

type Charge = components['schemas']['Charge'];

const statuses = ['PENDING', 'PROCESSING', 'PAID', 'EXPIRED', 'CANCELED', 'FAILED', 'REFUNDED'];

export const Screen = () => {
  const { screens, fields, words } = useTexts();
  return (
    <ListScreen<Charge>
      title={screens.charges}
      name="charges"
      path="/charge/list"
      choice={{ name: 'status', label: fields.status, values: statuses }}
      further={(filters) => <Further filters={filters} />}
      hasCsv
      empty={words.emptyCharges}
      keyOf={({ id }) => id}
      columns={[
        {
          title: fields.createdAt,
          cell: ({ id, createdAt }) => (
            <ChargeLink chargeId={id}>
              <When at={createdAt} />
            </ChargeLink>
          ),
        },
        { title: fields.status, cell: ({ status, statusReason }) => <Status of={status} reason={statusReason} /> },
        { title: fields.amount, isNumber: true, cell: ({ grossAmount }) => <Money amount={grossAmount} /> },
        { title: fields.net, isNumber: true, cell: ({ netAmount }) => <Money amount={netAmount} /> },
        { title: fields.reference, cell: ({ externalReference }) => externalReference },
        { title: fields.description, cell: ({ description }) => description },
      ]}
    />
  );
};

const Further = ({ filters }: { readonly filters: Search }) => {
  const { fields } = useTexts();
  return (
    <>
      <label>
        {fields.from}
        <input type="date" name="from" defaultValue={filters['from']} />
      </label>
      <label>
        {fields.to}
        <input type="date" name="to" defaultValue={filters['to']} />
      </label>
      <label>
        {fields.reference}
        <input name="externalReference" maxLength={120} defaultValue={filters['externalReference']} />
      </label>
    </>
  );
};
