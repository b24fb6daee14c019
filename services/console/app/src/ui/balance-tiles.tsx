import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { addDays, dayAt } from '@repasse/values/brasilia-time';
import { useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { sameUser } from './links.tsx';
import { Money } from './money.tsx';

type Balance = components['schemas']['Balance'];

const sums = ['available', 'pending', 'reserve', 'withdrawing', 'debt'] as const;

interface Props {
  readonly balance: Balance | undefined;
  /** Whose it is, where that is not whoever the screen is about. */
  readonly ofUser?: number;
}

/** What a user has, by when it may be paid out; each sum leads to what it is the sum of. */
export const BalanceTiles = ({ balance, ofUser }: Props) => {
  const { words } = useTexts();
  return (
    <section className="tiles" aria-busy={balance === undefined}>
      {sums.map((name) => (
        <p key={name} className="card tile">
          <span className="soft">{words[name]}</span>
          <b>
            <ToParts of={name} {...(ofUser !== undefined && { ofUser })}>
              <Money amount={balance?.[name]} />
            </ToParts>
          </b>
        </p>
      ))}
    </section>
  );
};

/** Further than any instalment or reserve is planned. */
const farDays = 400;

interface ToParts extends Pick<Props, 'ofUser'> {
  readonly of: (typeof sums)[number];
  readonly children: ReactNode;
}

/** Money that comes has its days, the rest its entries. A portal link may have neither list. */
const ToParts = ({ of, ofUser, children }: ToParts) => {
  const { portal } = useSession();
  const mayOpen = (screen: string) => portal === null || portal.screens.some((each) => each === screen);
  if (ofUser === undefined && (of === 'pending' || of === 'reserve') && mayOpen('receivables')) {
    const today = dayAt(new Date());
    const days = { from: today, to: addDays(today, farDays) };
    return (
      <Link to="/receivables" search={(before: { m?: number }) => ({ ...sameUser(before), ...days })}>
        {children}
      </Link>
    );
  }
  if (!mayOpen('statement')) return <>{children}</>;
  const filters = { account: of.toUpperCase(), ...(ofUser !== undefined && { user_id: ofUser }) };
  return (
    <Link to="/ledger" search={(before: { m?: number }) => ({ ...sameUser(before), ...filters })}>
      {children}
    </Link>
  );
};
