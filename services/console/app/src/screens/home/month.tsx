import { formatMinor } from '@repasse/values/money';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { StackedBars, Swatch } from '../../ui/stacked-bars.tsx';
import { EntriesLink } from './entries-link.tsx';
import { byMethod, methods, stackedDays, type Overview } from './overview-of.ts';

/** The last 30 days: a bar a day in a colour for each method, and what each method came to. */
export const Month = ({ overview }: { readonly overview: Overview }) => {
  const { home, fields, chargeFilters } = useTexts();
  const { from, to } = overview;
  const rows = byMethod(overview);
  return (
    <>
      <h2>{home.month}</h2>
      {rows.length > 0 && (
        <div className="card">
          <StackedBars
            caption={home.month}
            bars={stackedDays(overview).map(({ day, parts }) => ({ label: day, parts }))}
            names={methods.map((method) => chargeFilters[method])}
            partText={(cents) => <Money amount={formatMinor(cents)} />}
          />
        </div>
      )}
      <DataTable
        caption={home.byMethod}
        rows={rows}
        keyOf={({ method }) => method}
        empty={home.nothingPaid}
        columns={[
          {
            title: fields.method,
            cell: ({ method }) => (
              <>
                <Swatch of={methods.indexOf(method)} /> {chargeFilters[method]}
              </>
            ),
          },
          {
            title: home.paid,
            isNumber: true,
            cell: ({ method, paidCents }) => (
              <EntriesLink to="/charges" filters={{ method, paidFrom: from, paidTo: to }}>
                <Money amount={formatMinor(paidCents)} />
              </EntriesLink>
            ),
          },
          { title: home.paidCharges, isNumber: true, cell: ({ paidCount }) => paidCount },
          { title: fields.fee, isNumber: true, cell: ({ feeCents }) => <Money amount={formatMinor(feeCents)} /> },
          {
            title: home.refunded,
            isNumber: true,
            cell: ({ refundedCents }) => <Money amount={formatMinor(refundedCents)} />,
          },
          { title: home.failed, isNumber: true, cell: ({ failedCount }) => failedCount },
        ]}
      />
    </>
  );
};
