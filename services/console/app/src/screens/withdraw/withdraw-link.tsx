import { Link } from '@tanstack/react-router';
import { useIsStaff, useMay, useSession } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { withdrawingTexts } from '../../texts/withdrawing.ts';
import { sameUser } from '../../ui/links.tsx';

/** For whoever may have money paid out; the platform's people do it for nobody, and a portal link changes nothing. */
export const WithdrawLink = ({ ofUser }: { readonly ofUser?: number }) => {
  const texts = withdrawingTexts[useTexts().locale];
  const { portal } = useSession();
  const [may, isStaff] = [useMay('withdrawals:write'), useIsStaff()];
  if (!may || isStaff || portal !== null) return null;
  return (
    <p>
      <Link
        to="/payouts/new"
        className="button"
        search={(before: { m?: number }) => ({ ...sameUser(before), ...(ofUser !== undefined && { user_id: ofUser }) })}
      >
        {texts.withdraw}
      </Link>
    </p>
  );
};
