import { formatMinor } from '@repasse/values/money';
import { type ReactNode } from 'react';
import { useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Money } from '../../ui/money.tsx';
import { EntriesLink } from './entries-link.tsx';
import { todayOf, type Overview } from './overview-of.ts';

/** What the day has brought so far; each number leads to what it counts. */
export const Today = ({ overview }: { readonly overview: Overview }) => {
  const { home } = useTexts();
  const [mayRefunds, mayEvents] = [useMay('payments:read'), useMay('webhooks:read')];
  const { to: day } = overview;
  const { paidCount, paidCents, refundedCount, refundedCents, failedCount } = todayOf(overview);
  const paid = { paidFrom: day, paidTo: day };
  const refunds = { status: 'SUCCEEDED', purpose: 'MERCHANT', from: day, to: day };
  return (
    <>
      <h2>{home.today}</h2>
      <section className="tiles">
        <Tile title={home.paid}>
          <EntriesLink to="/charges" filters={paid}>
            <Money amount={formatMinor(paidCents)} />
          </EntriesLink>
        </Tile>
        <Tile title={home.paidCharges}>
          <EntriesLink to="/charges" filters={paid}>
            {paidCount}
          </EntriesLink>
        </Tile>
        <Tile title={`${home.refunded} (${refundedCount})`}>
          <EntriesLink may={mayRefunds} to="/refunds" filters={refunds}>
            <Money amount={formatMinor(refundedCents)} />
          </EntriesLink>
        </Tile>
        <Tile title={home.failed}>
          <EntriesLink may={mayEvents} to="/events" filters={{ types: 'attempt.failed' }}>
            {failedCount}
          </EntriesLink>
        </Tile>
      </section>
    </>
  );
};

interface Titled {
  readonly title: string;
  readonly children: ReactNode;
}

const Tile = ({ title, children }: Titled) => (
  <p className="card tile">
    <span className="soft">{title}</span>
    <b>{children}</b>
  </p>
);
