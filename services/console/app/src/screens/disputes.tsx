import { type components } from '@repasse/contracts/generated/http/invoice-query';
import { useTexts } from '../texts/texts.tsx';
import { Choice } from '../ui/choice.tsx';
import { DisputeLink } from '../ui/links.tsx';
import { Method } from '../ui/method.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { Due } from './dispute/due.tsx';
import { ListScreen } from './list-screen.tsx';
import { type Search } from './use-filters.ts';

type Dispute = components['schemas']['Dispute'];

export const Screen = () => {
  const { screens, fields, disputes } = useTexts();
  return (
    <ListScreen<Dispute>
      title={screens.disputes}
      name="disputes"
      path="/disputes"
      choice={{ name: 'status', label: fields.status, values: ['OPEN', 'WON', 'LOST'] }}
      further={(filters) => <Further filters={filters} />}
      keyOf={({ id }) => id}
      columns={[
        {
          title: disputes.one,
          cell: ({ id, openedAt }) => <DisputeLink disputeId={id}>{<When at={openedAt} />}</DisputeLink>,
        },
        { title: fields.status, cell: ({ status }) => <Status of={status} /> },
        {
          title: disputes.respondBy,
          cell: ({ respondBy, status, answeredAt }) => (
            <Due respondBy={respondBy} isWaiting={status === 'OPEN' && answeredAt === null} />
          ),
        },
        { title: disputes.answer, cell: ({ decision }) => (decision === null ? '–' : disputes.decisions[decision]) },
        {
          title: fields.amount,
          isNumber: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        { title: fields.method, cell: ({ paymentMethod }) => <Method of={paymentMethod} /> },
        { title: fields.reason, isProse: true, cell: ({ reason }) => reason ?? '–' },
      ]}
    />
  );
};

const Further = ({ filters }: { readonly filters: Search }) => {
  const { disputes, chargeFilters } = useTexts();
  return (
    <>
      <Choice
        name="isAwaitingAnswer"
        label={disputes.waiting}
        values={['true', 'false']}
        texts={disputes.waitingChoices}
        chosen={filters['isAwaitingAnswer']}
      />
      <Choice
        name="orderBy"
        label={chargeFilters.orderBy}
        values={['RESPOND_BY']}
        texts={disputes.orders}
        none={disputes.newestFirst}
        chosen={filters['orderBy']}
      />
    </>
  );
};
