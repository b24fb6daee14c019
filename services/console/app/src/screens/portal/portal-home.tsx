import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useSession } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { BalanceTiles } from '../../ui/balance-tiles.tsx';
import { Heading } from '../../ui/heading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Destinations } from '../seller/destinations.tsx';
import { Documents } from '../seller/documents.tsx';
import { useOne } from '../use-one.ts';

/** What the link shows and has no screen of its own. */
export const PortalHome = () => {
  const { screens } = useTexts();
  const { portal, userId } = useSession();
  const shown = new Set(portal?.screens);
  return (
    <>
      <Heading text={screens.home} />
      {shown.has('balance') && <Balance />}
      {shown.has('destinations') && <Destinations seller={{ id: userId, isManaged: false }} />}
      {shown.has('documents') && <Documents recipientId={userId} />}
    </>
  );
};

const Balance = () => {
  const { data, error } = useOne<components['schemas']['Balance']>('balance', '/balance');
  return (
    <>
      <ProblemNotice fault={error} />
      <BalanceTiles balance={data} />
    </>
  );
};
