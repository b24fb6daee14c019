import { type components } from '@repasse/contracts/generated/http/charge';
import { useTexts } from '../texts/texts.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { ChargeLink } from '../ui/links.tsx';
import { ChargeFilters } from './charge-filters.tsx';
import { chargeQueryOf } from './charge-query.ts';
import { ListScreen } from './list-screen.tsx';

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
      further={(filters) => <ChargeFilters filters={filters} />}
      queryOf={chargeQueryOf}
      csv="/charge/list.csv"
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
