import { type components } from '@repasse/contracts/generated/http/charge';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Method } from '../../ui/method.tsx';
import { Money } from '../../ui/money.tsx';
import { useOne } from '../use-one.ts';
import { Section } from './section.tsx';

type Rules = components['schemas']['FeeRules'];

/** Basis points of a hundred percent. */
const percentParts = 10_000;

/** What a payment costs; the platform's to say. */
export const FeeRules = () => {
  const { words, fields, locale } = useTexts();
  const percent = (parts: number | undefined) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format((parts ?? 0) / percentParts);
  return (
    <Section<Rules> title={words.feeRules} about={words.feeRulesAbout} of={useOne('fee-rules', '/fee-rules')}>
      {({ rules }) => (
        <DataTable
          caption={words.feeRules}
          rows={rules}
          keyOf={({ method, installmentsFrom, origin }) => `${method} ${String(installmentsFrom)} ${origin}`}
          columns={[
            { title: fields.method, cell: ({ method }) => <Method of={method} /> },
            {
              title: fields.installments,
              cell: (rule) => `${String(rule.installmentsFrom)}–${String(rule.installmentsTo)}`,
            },
            { title: fields.fee, isNumber: true, cell: ({ percentBps }) => percent(percentBps) },
            { title: fields.fixed, isNumber: true, cell: ({ fixed }) => <Money amount={fixed} /> },
            { title: fields.least, isNumber: true, cell: ({ min }) => <Money amount={min} /> },
            { title: fields.most, isNumber: true, cell: ({ max }) => <Money amount={max} /> },
            {
              title: fields.releasedAfter,
              cell: ({ settle }) => `${String(settle.firstDays)} + ${String(settle.perInstallmentDays)}`,
            },
            { title: words.reserve, isNumber: true, cell: ({ reserveBps }) => percent(reserveBps) },
          ]}
        />
      )}
    </Section>
  );
};
