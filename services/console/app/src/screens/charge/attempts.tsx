import { useQuery } from '@tanstack/react-query';
import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Method } from '../../ui/method.tsx';
import { Money } from '../../ui/money.tsx';
import { Status } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';

type Attempt = components['schemas']['Attempt'];

export const Attempts = ({ chargeId }: { readonly chargeId: string }) => {
  const api = useApi();
  const { words, fields } = useTexts();
  const { data, error } = useQuery({
    queryKey: ['attempts', chargeId],
    queryFn: () => api<readonly Attempt[]>(`/charge/${chargeId}/attempts`),
  });
  return (
    <section>
      <h2>{words.attempts}</h2>
      <DataTable
        caption={words.attempts}
        rows={data ?? (error === null ? undefined : [])}
        keyOf={({ id }) => id}
        columns={[
          { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
          { title: fields.method, cell: ({ paymentMethod }) => <Method of={paymentMethod} /> },
          { title: fields.status, cell: ({ status, statusReason }) => <Status of={status} reason={statusReason} /> },
          { title: fields.amount, isNumber: true, cell: ({ grossAmount }) => <Money amount={grossAmount} /> },
          {
            title: fields.endToEndId,
            cell: ({ endToEndId }) =>
              endToEndId === undefined || endToEndId === null ? '–' : <code>{endToEndId}</code>,
          },
        ]}
      />
    </section>
  );
};
