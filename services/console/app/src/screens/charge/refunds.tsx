import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type components as Charges } from '@repasse/contracts/generated/http/charge';
import { type components as Payments } from '@repasse/contracts/generated/http/payment-gateway';
import { useApi, useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Actor } from '../../ui/actor.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Status } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { RefundDialog } from './refund-dialog.tsx';

export interface RefundsOf {
  readonly data: readonly Payments['schemas']['Refund'][];
  readonly refundable: string;
}

export const Refunds = ({ charge }: { readonly charge: Charges['schemas']['Charge'] }) => {
  const api = useApi();
  const { words, fields, actions } = useTexts();
  const mayRefund = useMay('refunds:write');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['refunds', charge.id],
    queryFn: () => api<RefundsOf>(`/charge/${charge.id}/refunds`),
  });
  const isLeft = data !== undefined && Number(data.refundable) > 0;
  return (
    <section>
      <h2>{words.refunds}</h2>
      {data !== undefined && data.data.length > 0 && (
        <DataTable
          caption={words.refunds}
          rows={data.data}
          keyOf={({ id }) => id}
          columns={[
            { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
            { title: fields.status, cell: ({ status }) => <Status of={status} /> },
            { title: fields.amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
            { title: fields.person, cell: ({ requestedBy }) => <Actor id={requestedBy} /> },
            { title: fields.reason, cell: ({ reason, failure }) => failure ?? reason ?? '–' },
          ]}
        />
      )}
      <p>
        {words.refundable}: <Money amount={data?.refundable} />
      </p>
      {mayRefund && isLeft && (
        <button type="button" onClick={() => setOpen(true)}>
          {actions.refund}
        </button>
      )}
      {isOpen && data !== undefined && (
        <RefundDialog chargeId={charge.id} refundable={data.refundable} onClose={() => setOpen(false)} />
      )}
    </section>
  );
};
