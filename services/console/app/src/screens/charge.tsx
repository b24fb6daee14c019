import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi, useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Facts } from '../ui/facts.tsx';
import { Heading } from '../ui/heading.tsx';
import { sameUser } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { Attempts } from './charge/attempts.tsx';
import { useReadAnew, useWatching } from './sandbox/watch.ts';
import { SandboxOfCharge } from './sandbox/of-charge.tsx';
import { DeliveriesOfCharge } from './charge/deliveries-of-charge.tsx';
import { HeldOfCharge } from './charge/held-of-charge.tsx';
import { Refunds } from './charge/refunds.tsx';
import { Split } from './charge/split.tsx';
import { Timeline } from './charge/timeline.tsx';

type Charge = components['schemas']['Charge'];

export const Screen = () => {
  const { chargeId = '' } = useParams({ strict: false }) as { readonly chargeId?: string };
  const api = useApi();
  const { screens } = useTexts();
  const path = `/charge/${encodeURIComponent(chargeId)}`;
  const { data: charge, error } = useQuery({
    queryKey: ['charge', path],
    queryFn: () => api<Charge>(path),
    refetchInterval: useWatching(),
  });
  useReadAnew(charge?.status);
  const [maySeeMoney, maySeePayments] = [useMay('balance:read'), useMay('payments:read')];
  const maySeeDeliveries = useMay('webhooks:read');
  return (
    <>
      <Heading text={screens.charge} />
      <ProblemNotice fault={error} />
      {charge === undefined ? (
        error === null && <p className="skeleton" aria-busy="true" />
      ) : (
        <>
          <SandboxOfCharge charge={charge} />
          <FactsOfCharge charge={charge} />
          <HeldOfCharge chargeId={charge.id} />
          {maySeePayments && charge.paidAt !== null && <Refunds charge={charge} />}
          {maySeeMoney && charge.paidAt !== null && <Split chargeId={charge.id} />}
          {maySeeMoney && charge.paidAt !== null && <ToEntries chargeId={charge.id} />}
          <Attempts chargeId={charge.id} />
          {maySeeDeliveries && <DeliveriesOfCharge chargeId={charge.id} />}
          <Timeline chargeId={charge.id} />
        </>
      )}
    </>
  );
};

const ToEntries = ({ chargeId }: { readonly chargeId: string }) => {
  const { words } = useTexts();
  return (
    <p>
      <Link to="/ledger" search={(before: { m?: number }) => ({ ...sameUser(before), chargeId })}>
        {words.entriesOfCharge}
      </Link>
    </p>
  );
};

const FactsOfCharge = ({ charge }: { readonly charge: Charge }) => {
  const { fields } = useTexts();
  const facts = [
    [fields.status, <Status key="s" of={charge.status} reason={charge.statusReason} />],
    [fields.amount, <Money key="a" amount={charge.grossAmount} />],
    [fields.paid, <Money key="p" amount={charge.paidAmount} />],
    [fields.net, <Money key="n" amount={charge.netAmount} />],
    [fields.createdAt, <When key="c" at={charge.createdAt} />],
    [fields.paidAt, <When key="d" at={charge.paidAt} />],
    [fields.reference, charge.externalReference],
    [fields.description, charge.description],
    [fields.id, <code key="i">{charge.id}</code>],
  ] as const;
  return <Facts facts={facts} />;
};
