import { useParams } from '@tanstack/react-router';
import { type components as Gateway } from '@repasse/contracts/generated/http/payment-gateway';
import { type components as Invoices } from '@repasse/contracts/generated/http/invoice-query';
import { useIsStaff, useMay, useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Facts } from '../ui/facts.tsx';
import { Heading } from '../ui/heading.tsx';
import { ChargeLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { Answer } from './dispute/answer.tsx';
import { Due } from './dispute/due.tsx';
import { Evidence } from './dispute/evidence.tsx';
import { HeldOfDispute } from './dispute/held-of-dispute.tsx';
import { useOne } from './use-one.ts';

type Dispute = Invoices['schemas']['Dispute'];
type Defence = Gateway['schemas']['DisputeDefence'];

/** What is disputed, what was said to it, and what can still be. */
export const Screen = () => {
  const { disputeId = '' } = useParams({ strict: false }) as { readonly disputeId?: string };
  const path = `/disputes/${encodeURIComponent(disputeId)}`;
  const { disputes } = useTexts();
  const { data: dispute, error } = useOne<Dispute>('dispute', path);
  const { data: defence, error: unsaid } = useOne<Defence>('defence', `${path}/evidence`);
  const isKnown = dispute !== undefined && defence !== undefined;
  return (
    <>
      <Heading text={disputes.one} />
      <ProblemNotice fault={error ?? unsaid} />
      {isKnown ? (
        <Known dispute={dispute} defence={defence} />
      ) : (
        (error ?? unsaid) === null && <p className="skeleton" aria-busy="true" />
      )}
    </>
  );
};

const Known = ({ dispute, defence }: { readonly dispute: Dispute; readonly defence: Defence }) => {
  const { userId } = useSession();
  const mayAnswer = useMay('refunds:write') && dispute.userId === userId;
  const maySeeShares = useMay('balance:read');
  const isStaff = useIsStaff();
  const { disputes } = useTexts();
  const actions = mayAnswer ? defence.allowedActions : [];
  return (
    <>
      <FactsOfDispute dispute={dispute} defence={defence} />
      {isStaff && dispute.userId !== userId && <p className="card">{disputes.staffHelp}</p>}
      {maySeeShares && dispute.chargeId !== null && (
        <HeldOfDispute chargeId={dispute.chargeId} disputeId={dispute.id} />
      )}
      <Evidence disputeId={dispute.id} pieces={defence.data} actions={actions} />
      <Answer dispute={dispute} defence={defence} isAllowed={actions.includes('answer')} />
    </>
  );
};

/** The gateway knows a moment earlier than the list where a dispute stands. */
const FactsOfDispute = ({ dispute, defence }: { readonly dispute: Dispute; readonly defence: Defence }) => {
  const { fields, disputes } = useTexts();
  const isWaiting = defence.status === 'OPEN' && defence.answer === null;
  const facts = [
    [fields.status, <Status key="s" of={defence.status} />],
    [disputes.respondBy, <Due key="r" respondBy={defence.respondBy} isWaiting={isWaiting} />],
    [fields.amount, <Money key="a" amount={dispute.amount} currency={dispute.currency} />],
    [fields.charge, dispute.chargeId === null ? null : <ChargeLink key="l" chargeId={dispute.chargeId} />],
    [fields.reason, dispute.reason],
    [fields.provider, dispute.provider],
    [fields.reference, dispute.providerReference],
    [fields.createdAt, <When key="o" at={dispute.openedAt} />],
    [fields.id, <code key="i">{dispute.id}</code>],
  ] as const;
  return <Facts facts={facts} />;
};
