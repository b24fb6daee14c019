import { type components } from '@repasse/contracts/generated/http/charge';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useMoney } from '../../ui/money.tsx';

type Split = components['schemas']['PaymentLink']['split'];

export const SplitOfLink = ({ split }: { readonly split: Split }) => {
  const { words, fields } = useTexts();
  const money = useMoney();
  return (
    <section>
      <h2>{words.split}</h2>
      <DataTable
        caption={words.split}
        rows={split.map((share, at) => ({ ...share, at }))}
        keyOf={({ at }) => String(at)}
        columns={[
          { title: fields.email, cell: ({ recipientEmail }) => recipientEmail },
          {
            title: fields.share,
            isNumber: true,
            cell: ({ amount, percent }) => (amount === undefined ? `${String(percent)} %` : money(amount)),
          },
        ]}
      />
    </section>
  );
};
