import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useTexts } from '../texts/texts.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { ListScreen } from './list-screen.tsx';
import { SendAgain } from './send-again.tsx';

type Delivery = components['schemas']['Delivery'];

export const Screen = () => {
  const { screens, fields, actions } = useTexts();
  return (
    <ListScreen<Delivery>
      title={screens.deliveries}
      name="deliveries"
      path="/webhook-deliveries"
      choice={{ name: 'status', label: fields.status, values: ['PENDING', 'DELIVERED', 'EXHAUSTED'] }}
      keyOf={({ id }) => id}
      columns={[
        { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
        { title: fields.type, cell: ({ eventType }) => eventType },
        { title: fields.status, cell: ({ status }) => <Status of={status} /> },
        { title: fields.attempts, isNumber: true, cell: ({ attempts }) => attempts },
        { title: fields.url, cell: ({ url }) => <code>{url}</code> },
        { title: actions.redeliver, cell: ({ id }) => <SendAgain deliveryId={id} /> },
      ]}
    />
  );
};
