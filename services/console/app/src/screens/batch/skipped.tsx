import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';

interface Props {
  readonly skipped: components['schemas']['PayoutBatchReport']['skipped'];
}

export const Skipped = ({ skipped }: Props) => {
  const { words, fields, skips } = useTexts();
  return (
    <section>
      <h2>{words.skipped}</h2>
      <DataTable
        caption={words.skipped}
        rows={skipped}
        keyOf={({ reason }) => reason}
        columns={[
          { title: fields.reason, cell: ({ reason }) => skips[reason] ?? reason },
          { title: fields.count, isNumber: true, cell: ({ count }) => count },
        ]}
      />
    </section>
  );
};
