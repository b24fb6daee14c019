import { Link, Outlet } from '@tanstack/react-router';
import { callConsole } from '../api/call.ts';
import { SearchButton } from '../search/search-button.tsx';
import { useIsStaff, useSession } from '../session/session.tsx';
import { type ScreenName } from '../texts/shape.ts';
import { useTexts } from '../texts/texts.tsx';
import { sameUser } from './links.tsx';
import { MerchantChoice } from './merchant-choice.tsx';

interface Entry {
  readonly to: string;
  readonly name: ScreenName;
  /** Whoever has it not would see refusals only. */
  readonly scope: string;
  readonly isForStaff?: true;
}

const entries: readonly Entry[] = [
  { to: '/', name: 'home', scope: 'person:read' },
  { to: '/charges', name: 'charges', scope: 'charges:read' },
  { to: '/held', name: 'held', scope: 'charges:read' },
  { to: '/disputes', name: 'disputes', scope: 'payments:read' },
  { to: '/receivables', name: 'receivables', scope: 'balance:read' },
  { to: '/payouts', name: 'payouts', scope: 'balance:read' },
  { to: '/deliveries', name: 'deliveries', scope: 'webhooks:read' },
  { to: '/keys', name: 'keys', scope: 'keys:read' },
  { to: '/endpoints', name: 'endpoints', scope: 'webhooks:read' },
  { to: '/events', name: 'events', scope: 'webhooks:read' },
  { to: '/settings', name: 'settings', scope: 'profile:read' },
  { to: '/reconciliation', name: 'reconciliation', scope: 'payments:read', isForStaff: true },
  { to: '/team', name: 'team', scope: 'members:read' },
  { to: '/audit', name: 'audit', scope: 'audit:read' },
  { to: '/security', name: 'security', scope: 'person:read' },
];

/** Header, navigation and the screen. */
export const Shell = () => {
  const { skip, signOut, screens, words } = useTexts();
  const { person, scopes } = useSession();
  const isStaff = useIsStaff();
  const leave = () => {
    callConsole('/session', { method: 'DELETE' }).then(
      () => location.assign('/sign-in'),
      () => location.assign('/sign-in'),
    );
  };
  return (
    <div className="shell">
      <a className="skip" href="#screen">
        {skip}
      </a>
      <header className="top">
        <span className="product">Repasse</span>
        <div className="who">
          <SearchButton />
          <MerchantChoice />
          <span>{person.name}</span>
          <button type="button" onClick={leave}>
            {signOut}
          </button>
        </div>
      </header>
      <nav className="side" aria-label="Repasse">
        <ul>
          {entries
            .filter(({ scope, isForStaff }) => scopes.includes(scope) && (isForStaff !== true || isStaff))
            .map(({ to, name }) => (
              <li key={to}>
                <Link to={to} search={sameUser} activeOptions={{ exact: to === '/', includeSearch: false }}>
                  {screens[name]}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <main className="screen" id="screen" tabIndex={-1}>
        <Outlet />
        <p className="soft">{words.saoPaulo}</p>
      </main>
    </div>
  );
};
