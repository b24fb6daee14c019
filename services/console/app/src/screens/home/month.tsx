import { type ReactNode } from 'react';
import { formatMinor } from '@repasse/values/money';
import { useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { StackedBars, Swatch } from '../../ui/stacked-bars.tsx';
import { EntriesLink } from './entries-link.tsx';
import { byMethod, methods, stackedDays, type MethodSum, type Overview } from './overview-of.ts';

/** The last 30 days: a bar a day in a colour for each method, and what each method came to. */
export const Month = ({ overview }: { readonly overview: Overview }) => {
  const { home, fields, chargeFilters } = useTexts();
  const [mayRefunds, mayEvents] = [useMay('payments:read'), useMay('webhooks:read')];
  const { from, to } = overview;
  const rows = byMethod(overview);
  const formatted = (cents: number) => <Money amount={formatMinor(cents)} />;
  const ofCharges = ({ method }: MethodSum, children: ReactNode) => (
    <EntriesLink to="/charges" filters={{ method, paidFrom: from, paidTo: to }}>
      {children}
    </EntriesLink>
  );
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
          { title: home.paid, isNumber: true, cell: (row) => ofCharges(row, formatted(row.paidCents)) },
          { title: home.paidCharges, isNumber: true, cell: (row) => ofCharges(row, row.paidCount) },
          { title: fields.fee, isNumber: true, cell: (row) => ofCharges(row, formatted(row.feeCents)) },
          {
            title: home.refunded,
            isNumber: true,
            cell: ({ refundedCents }) => (
              <EntriesLink
                may={mayRefunds}
                to="/refunds"
                filters={{ status: 'SUCCEEDED', purpose: 'MERCHANT', from, to }}
              >
                {formatted(refundedCents)}
              </EntriesLink>
            ),
          },
          {
            title: home.failed,
            isNumber: true,
            cell: ({ failedCount }) => (
              <EntriesLink may={mayEvents} to="/events" filters={{ types: 'attempt.failed' }}>
                {failedCount}
              </EntriesLink>
            ),
          },
        ]}
      />
    </>
  );
};
