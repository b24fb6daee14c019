import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useIsStaff, useSession } from '../../session/session.tsx';
import { sameUser } from '../../ui/links.tsx';
import { type Search } from '../use-filters.ts';

interface Props {
  /** Who may not read the list is given the number alone. */
  readonly may?: boolean;
  readonly to: '/charges' | '/refunds' | '/events';
  readonly filters: Search;
  readonly children: ReactNode;
}

/** From a number to what it counts. Of everybody's charges, which staff see added up, and of another's events there is no list. */
export const EntriesLink = ({ may = true, to, filters, children }: Props) => {
  const isStaff = useIsStaff();
  const { merchantId } = useSession();
  if (!may || (isStaff && (merchantId === null || to === '/events'))) return <>{children}</>;
  return (
    <Link to={to} search={(before: { m?: number }) => ({ ...sameUser(before), ...filters })}>
      {children}
    </Link>
  );
};
