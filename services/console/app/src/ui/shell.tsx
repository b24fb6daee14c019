import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { callConsole } from '../api/call.ts';
import { SearchButton } from '../search/search-button.tsx';
import { useIsStaff, useSession } from '../session/session.tsx';
import { showsMerchants } from '../session/about-merchant.ts';
import { type GroupName, type ScreenName } from '../texts/shape.ts';
import { useTexts } from '../texts/texts.tsx';
import { ChooseMerchant } from './choose-merchant.tsx';
import { BackToSite } from './back-to-site.tsx';
import { CompanyNeeded } from './company-needed.tsx';
import { HeaderBrand } from './header-brand.tsx';
import { sameUser } from './links.tsx';
import { MerchantChoice } from './merchant-choice.tsx';

interface Entry {
  readonly to: string;
  readonly name: ScreenName;
  /** Whoever has it not would see refusals only. */
  readonly scope: string;
  readonly group: GroupName;
  readonly isForStaff?: true;
  /** Only where the providers are simulated, and for those who may use them. */
  readonly isForSandbox?: true;
}

const entries: readonly Entry[] = [
  { to: '/', name: 'home', scope: 'person:read', group: 'payments' },
  { to: '/charges', name: 'charges', scope: 'charges:read', group: 'payments' },
  { to: '/payment-links', name: 'paymentLinks', scope: 'charges:read', group: 'payments' },
  { to: '/refunds', name: 'refunds', scope: 'payments:read', group: 'payments' },
  { to: '/held', name: 'held', scope: 'charges:read', group: 'payments' },
  { to: '/disputes', name: 'disputes', scope: 'payments:read', group: 'payments' },
  { to: '/sellers', name: 'sellers', scope: 'recipients:read', group: 'sellers' },
  { to: '/receivables', name: 'receivables', scope: 'balance:read', group: 'money' },
  { to: '/payouts', name: 'payouts', scope: 'balance:read', group: 'money' },
  { to: '/payout-runs', name: 'batches', scope: 'balance:read', group: 'money' },
  { to: '/statement', name: 'statement', scope: 'balance:read', group: 'money' },
  { to: '/ledger', name: 'ledger', scope: 'balance:read', group: 'money' },
  { to: '/fees', name: 'feesReport', scope: 'balance:read', group: 'money' },
  { to: '/closing', name: 'closing', scope: 'balance:read', group: 'money' },
  { to: '/settlement', name: 'settlement', scope: 'balance:read', group: 'money', isForStaff: true },
  { to: '/reconciliation', name: 'reconciliation', scope: 'payments:read', group: 'money', isForStaff: true },
  { to: '/deliveries', name: 'deliveries', scope: 'webhooks:read', group: 'developers' },
  { to: '/endpoints', name: 'endpoints', scope: 'webhooks:read', group: 'developers' },
  { to: '/events', name: 'events', scope: 'webhooks:read', group: 'developers' },
  { to: '/keys', name: 'keys', scope: 'keys:read', group: 'developers' },
  { to: '/requests', name: 'requests', scope: 'keys:read', group: 'developers' },
  { to: '/sandbox', name: 'sandbox', scope: 'person:read', group: 'developers', isForSandbox: true },
  { to: '/settings', name: 'settings', scope: 'profile:read', group: 'settings' },
  { to: '/team', name: 'team', scope: 'members:read', group: 'settings' },
  { to: '/audit', name: 'audit', scope: 'audit:read', group: 'settings' },
  { to: '/security', name: 'security', scope: 'person:read', group: 'settings' },
];

const groups: readonly GroupName[] = ['payments', 'sellers', 'money', 'developers', 'settings'];

/** Screens of their own behind a portal link; the rest of it is on the first one. */
const screenOfPortal: Readonly<Partial<Record<ScreenName, string>>> = {
  receivables: 'receivables',
  payouts: 'payouts',
  statement: 'statement',
  ledger: 'statement',
};

/** Header, navigation and the screen. */
export const Shell = () => {
  const { skip, signOut, words, selling } = useTexts();
  const { person, portal, merchantId } = useSession();
  const isStaff = useIsStaff();
  const { pathname } = useLocation();
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
        <HeaderBrand />
        <div className="who">
          {portal === null && <SearchButton />}
          <MerchantChoice />
          <span>{person.name}</span>
          <button type="button" onClick={leave}>
            {portal === null ? signOut : selling.closeWindow}
          </button>
        </div>
      </header>
      <Navigation />
      <main className="screen" id="screen" tabIndex={-1}>
        {isStaff && <ChooseMerchant />}
        {merchantId !== null && !showsMerchants(pathname) && <p className="notice">{words.notOfMerchant}</p>}
        <BackToSite />
        <CompanyNeeded />
        <Outlet />
        <p className="soft">{words.saoPaulo}</p>
      </main>
    </div>
  );
};

/** A seller has no list of sellers, and a page of their own. */
const Navigation = () => {
  const { screens, groups: names } = useTexts();
  const { scopes, role, userId, merchantId, portal, sandbox } = useSession();
  const isStaff = useIsStaff();
  const shown = entries
    .filter(({ name, scope, isForStaff }) =>
      portal === null
        ? scopes.includes(scope) && (isForStaff !== true || isStaff)
        : name === 'home' || portal.screens.some((screen) => screenOfPortal[name] === screen),
    )
    .filter(({ isForSandbox }) => isForSandbox !== true || sandbox !== null)
    .filter(({ to }) => merchantId === null || showsMerchants(to));
  const element = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // There are more screens than fit beside a small one, and beside a phone.
  useEffect(() => {
    element.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <nav className="side" aria-label="Repasse" ref={element}>
      <div className="groups">
        {groups
          .map((group) => ({ group, links: shown.filter((entry) => entry.group === group) }))
          .filter(({ links }) => links.length > 0)
          .map(({ group, links }) => (
            <div key={group}>
              <p id={`group-${group}`}>{names[group]}</p>
              <ul aria-labelledby={`group-${group}`}>
                {links.map(({ to, name }) => (
                  <li key={to}>
                    {to === '/sellers' && role === 'SELLER' ? (
                      <Link to="/sellers/$recipientId" params={{ recipientId: String(userId) }} search={sameUser}>
                        {screens.seller}
                      </Link>
                    ) : (
                      <Link to={to} search={sameUser} activeOptions={{ exact: to === '/', includeSearch: false }}>
                        {screens[name]}
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </div>
    </nav>
  );
};
