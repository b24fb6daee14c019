import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { queryText } from '../api/call.ts';
import { useApi, useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { withdrawingTexts } from '../texts/withdrawing.ts';
import { Actor } from '../ui/actor.tsx';
import { Facts } from '../ui/facts.tsx';
import { Heading } from '../ui/heading.tsx';
import { SellerLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { SecondPerson } from './withdraw/second-person.tsx';

type Withdrawal = components['schemas']['Withdrawal'];

/** Often enough for a bank that takes seconds, and no more. */
const everyMs = 2_000;

/** One payout, followed while it is on its way. */
export const Screen = () => {
  const { payoutId = '' } = useParams({ strict: false }) as { readonly payoutId?: string };
  const api = useApi();
  const texts = withdrawingTexts[useTexts().locale];
  const { data, error } = useQuery({
    queryKey: ['payouts', payoutId],
    queryFn: ({ signal }) => api<Withdrawal>(`/withdrawals/${encodeURIComponent(payoutId)}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? everyMs : false),
  });
  return (
    <>
      <Heading text={texts.payout} />
      <ProblemNotice fault={error} />
      {data === undefined ? error === null && <p className="skeleton" aria-busy="true" /> : <Payout payout={data} />}
    </>
  );
};

const Payout = ({ payout }: { readonly payout: Withdrawal }) => {
  const { userId, merchantId } = useSession();
  const texts = withdrawingTexts[useTexts().locale];
  const { id, status } = payout;
  const receipt = { format: 'html', 'repasse-user': userId };
  return (
    <>
      <p role="status">{texts.states[status]}</p>
      {status === 'AWAITING_RELEASE' && merchantId === null && <SecondPerson payoutId={id} />}
      {(status === 'PAID' || status === 'RETURNED') && (
        <p>
          <a
            className="button"
            href={`/api/payouts/${id}/receipt${queryText(receipt)}`}
            target="_blank"
            rel="noreferrer"
          >
            {texts.receipt}
          </a>
        </p>
      )}
      <FactsOfPayout payout={payout} />
    </>
  );
};

const FactsOfPayout = ({ payout }: { readonly payout: Withdrawal }) => {
  const { fields, reasons, locale } = useTexts();
  const texts = withdrawingTexts[locale];
  const { status, userId, managerUserId, failure, cancelReason, endToEndId, transactionHash } = payout;
  const { returnedAmount, releaseUntil, decidedBy } = payout;
  return (
    <Facts
      facts={[
        [fields.status, <Status key="status" of={status} />],
        [fields.amount, <Money key="amount" amount={payout.amount} />],
        [fields.fee, <Money key="fee" amount={payout.fee} />],
        [fields.arrives, <Money key="arrives" amount={payout.payoutAmount} />],
        ...(returnedAmount === '0.00'
          ? []
          : [[fields.returned, <Money key="returned" amount={returnedAmount} />] as const]),
        [fields.destination, <code key="address">{payout.payAddress}</code>],
        [fields.user, managerUserId === null ? userId : <SellerLink key="user" recipientId={userId} />],
        [fields.createdAt, <When key="at" at={payout.createdAt} />],
        [fields.person, <Actor key="by" id={payout.requestedBy} />],
        ...(decidedBy === null ? [] : [[texts.decidedBy, <Actor key="decided" id={decidedBy} />] as const]),
        ...(status === 'AWAITING_RELEASE' ? [[texts.waitsUntil, <When key="until" at={releaseUntil} />] as const] : []),
        [fields.endToEndId, <code key="end">{endToEndId ?? transactionHash ?? '–'}</code>],
        [fields.reason, failure ?? (cancelReason === null ? '–' : (reasons[cancelReason] ?? cancelReason))],
        [fields.reference, payout.externalReference],
        [fields.id, <code key="id">{payout.id}</code>],
      ]}
    />
  );
};
