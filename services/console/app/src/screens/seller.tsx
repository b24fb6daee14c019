import { useParams } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useIsStaff, useMay, useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Destinations } from './seller/destinations.tsx';
import { Documents } from './seller/documents.tsx';
import { FactsOfSeller } from './seller/facts-of-seller.tsx';
import { MoneyOfSeller } from './seller/money-of-seller.tsx';
import { PortalLink } from './seller/portal-link.tsx';
import { PayoutsOfSeller } from './seller/payouts-of-seller.tsx';
import { Schedule } from './seller/schedule.tsx';
import { Verification } from './seller/verification.tsx';
import { useOne } from './use-one.ts';

type Recipient = components['schemas']['Recipient'];

export const Screen = () => {
  const { recipientId = '' } = useParams({ strict: false }) as { readonly recipientId?: string };
  const { screens } = useTexts();
  const { data: seller, error } = useOne<Recipient>('seller', `/recipients/${encodeURIComponent(recipientId)}`);
  return (
    <>
      <Heading text={seller?.name ?? screens.seller} />
      <ProblemNotice fault={error} />
      {seller === undefined ? (
        error === null && <p className="skeleton" aria-busy="true" />
      ) : (
        <Seller seller={seller} />
      )}
    </>
  );
};

const Seller = ({ seller }: { readonly seller: Recipient }) => {
  const { words } = useTexts();
  const { userId } = useSession();
  const [isStaff, maySeeMoney, mayWrite] = [useIsStaff(), useMay('balance:read'), useMay('recipients:write')];
  const mayLook = isStaff || seller.isManaged;
  return (
    <>
      {!mayLook && <p className="soft">{words.notManaged}</p>}
      <FactsOfSeller seller={seller} />
      <Verification seller={seller} />
      {seller.isManaged && seller.id !== userId && mayWrite && <PortalLink userId={seller.id} />}
      {mayLook && <Destinations seller={seller} />}
      {mayLook && <Documents recipientId={seller.id} />}
      {mayLook && maySeeMoney && <Schedule seller={seller} />}
      {/* A merchant sees what sellers are paid, but not what they have: that is theirs and the platform's to know. */}
      {maySeeMoney && (isStaff || seller.id === userId) && <MoneyOfSeller userId={seller.id} />}
      {mayLook && maySeeMoney && <PayoutsOfSeller userId={seller.id} isOwn={seller.id === userId} />}
    </>
  );
};
