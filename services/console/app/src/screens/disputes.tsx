import { type components } from '@repasse/contracts/generated/http/invoice-query';
import { useTexts } from '../texts/texts.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { ChargeLink } from '../ui/links.tsx';
import { ListScreen } from './list-screen.tsx';

type Dispute = components['schemas']['Dispute'];

export const Screen = () => {
  const { screens, fields } = useTexts();
  return (
    <ListScreen<Dispute>
      title={screens.disputes}
      name="disputes"
      path="/disputes"
      choice={{ name: 'status', label: fields.status, values: ['OPEN', 'WON', 'LOST'] }}
      keyOf={({ id }) => id}
      columns={[
        { title: fields.createdAt, cell: ({ openedAt }) => <When at={openedAt} /> },
        { title: fields.status, cell: ({ status }) => <Status of={status} /> },
        {
          title: fields.amount,
          isNumber: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        { title: fields.method, cell: ({ paymentMethod }) => paymentMethod },
        { title: fields.reason, cell: ({ reason }) => reason ?? '–' },
        {
          title: screens.charge,
          cell: ({ chargeId }) => (chargeId === null ? '–' : <ChargeLink chargeId={chargeId} />),
        },
      ]}
    />
  );
};
