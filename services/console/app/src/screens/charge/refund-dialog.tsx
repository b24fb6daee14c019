import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useApi, useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

type Preview = components['schemas']['RefundPreview'];

interface Props {
  readonly chargeId: string;
  readonly refundable: string;
  readonly onClose: () => void;
}

/** Who gives back what is shown before anything is done, to those who may see shares. */
export const RefundDialog = ({ chargeId, refundable, onClose }: Props) => {
  const api = useApi();
  const { words, fields, actions } = useTexts();
  const maySeeShares = useMay('balance:read');
  const [amount, setAmount] = useState(refundable);
  const isAmount = /^(0|[1-9]\d{0,9})\.\d{2}$/.test(amount);
  const preview = useQuery({
    queryKey: ['refund-preview', chargeId, amount],
    queryFn: () => api<Preview>(`/settlements/${chargeId}/refund-preview`, { query: { amount } }),
    enabled: maySeeShares && isAmount,
  });
  const { run, isPending, fault, dialog } = useChange<unknown, { readonly amount: string; readonly reason: string }>({
    change: ({ reason, ...input }, idempotencyKey) =>
      api(`/charge/${chargeId}/refunds`, {
        ...{ method: 'POST', idempotencyKey },
        body: { ...input, ...(reason !== '' && { reason }) },
      }),
    stale: ['refunds', 'charge', 'timeline', 'settlement', 'charges', 'balance'],
    onDone: onClose,
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = new FormData(event.currentTarget).get('reason');
    run({ amount, reason: typeof reason === 'string' ? reason.trim() : '' });
  };
  return (
    <>
      <Dialog title={actions.refund} onClose={onClose}>
        <ProblemNotice fault={fault ?? preview.error} />
        <form onSubmit={submit}>
          <label>
            {fields.amount}
            <input
              value={amount}
              inputMode="decimal"
              required
              pattern="(0|[1-9]\d{0,9})\.\d{2}"
              onChange={({ target }) => setAmount(target.value.replace(',', '.'))}
            />
          </label>
          <label>
            {fields.reason} ({words.optional})
            <input name="reason" maxLength={140} />
          </label>
          {maySeeShares && (
            <Shares rows={preview.data?.shares ?? (isAmount && preview.error === null ? undefined : [])} />
          )}
          <div className="actions">
            <button type="submit" className="main" disabled={isPending || !isAmount}>
              {actions.refund}
            </button>
            <button type="button" onClick={onClose}>
              {actions.cancel}
            </button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  );
};

const Shares = ({ rows }: { readonly rows: Preview['shares'] | undefined }) => {
  const { words, fields } = useTexts();
  return (
    <DataTable
      caption={words.whoGives}
      rows={rows}
      keyOf={({ userId }) => String(userId)}
      columns={[
        {
          title: words.whoGives,
          cell: ({ userId, isOwner }) => `${String(userId)}${isOwner ? ` (${words.owner})` : ''}`,
        },
        { title: fields.amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
        { title: words.debt, isNumber: true, cell: ({ fromDebt }) => <Money amount={fromDebt} /> },
      ]}
    />
  );
};
