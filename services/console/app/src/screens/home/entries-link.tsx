import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useIsStaff } from '../../session/session.tsx';
import { sameUser } from '../../ui/links.tsx';
import { type Search } from '../use-filters.ts';

interface Props {
  readonly to: '/charges' | '/refunds' | '/events';
  readonly filters: Search;
  readonly children: ReactNode;
}

/** From a number to what it counts. Of everybody's charges, which staff see added up, there is no list. */
export const EntriesLink = ({ to, filters, children }: Props) => {
  const isStaff = useIsStaff();
  if (isStaff) return <>{children}</>;
  return (
    <Link to={to} search={(before: { m?: number }) => ({ ...sameUser(before), ...filters })}>
      {children}
    </Link>
  );
};
