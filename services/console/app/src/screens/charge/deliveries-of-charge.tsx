import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Status } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { SendAgain } from '../send-again.tsx';
import { useOne } from '../use-one.ts';

interface Deliveries {
  readonly data: readonly components['schemas']['Delivery'][];
}

/** What was told about the charge, the latest hundred. */
export const DeliveriesOfCharge = ({ chargeId }: { readonly chargeId: string }) => {
  const { words, fields, events, actions } = useTexts();
  const { data, error } = useOne<Deliveries>('deliveries', '/webhook-deliveries', { chargeId, limit: 100 });
  return (
    <section>
      <h2>{words.deliveries}</h2>
      <ProblemNotice fault={error} />
      <DataTable
        caption={words.deliveries}
        rows={data?.data ?? (error === null ? undefined : [])}
        keyOf={({ id }) => id}
        empty={words.noDeliveries}
        columns={[
          { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
          { title: fields.type, cell: ({ eventType }) => events[`repasse.${eventType}.v1`] ?? eventType },
          { title: fields.status, cell: ({ status }) => <Status of={status} /> },
          { title: fields.attempts, isNumber: true, cell: ({ attempts }) => attempts },
          { title: fields.url, cell: ({ url }) => <code>{url}</code> },
          { title: actions.redeliver, cell: ({ id }) => <SendAgain deliveryId={id} /> },
        ]}
      />
    </section>
  );
};
