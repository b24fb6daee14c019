import { useQuery } from '@tanstack/react-query';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useApi } from '../../session/session.tsx';
import { explainedTexts } from '../../texts/explained.ts';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Method } from '../../ui/method.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { When } from '../../ui/when.tsx';
import { explainFee, explainShare, type Wording } from './explain.ts';

type Settlement = components['schemas']['Settlement'];

/** Cent by cent, with what the ledger computed as the reason. */
export const Split = ({ chargeId }: { readonly chargeId: string }) => {
  const api = useApi();
  const { words, fields } = useTexts();
  const wording = useWording();
  const { data, error } = useQuery({
    queryKey: ['settlement', chargeId],
    queryFn: () => api<Settlement>(`/settlements/${chargeId}`),
  });
  return (
    <section>
      <h2>{words.split}</h2>
      <ProblemNotice fault={error} />
      <DataTable
        caption={words.split}
        rows={data?.shares ?? (error === null ? undefined : [])}
        keyOf={({ userId }) => String(userId)}
        columns={[
          {
            title: fields.user,
            cell: ({ userId, isOwner }) => `${String(userId)}${isOwner ? ` (${words.owner})` : ''}`,
          },
          { title: fields.share, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
          { title: words.available, cell: ({ releaseAt }) => <When at={releaseAt} /> },
          { title: fields.reason, isProse: true, cell: (share) => explainShare(share, wording) },
        ]}
      />
      <h2>{words.fees}</h2>
      <DataTable
        caption={words.fees}
        rows={data?.fees ?? (error === null ? undefined : [])}
        keyOf={({ code }) => code}
        columns={[
          { title: fields.fee, cell: ({ code }) => <Method of={code.replace(/_FEE$/, '')} /> },
          { title: fields.amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
          { title: fields.reason, isProse: true, cell: (fee) => explainFee(fee, wording) },
        ]}
      />
    </section>
  );
};

const useWording = (): Wording => {
  const { locale } = useTexts();
  const money = useMoney();
  const percents = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  return { texts: explainedTexts[locale], money, percent: (percent) => percents.format(percent) };
};
