import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { SessionProvider } from './session/session.tsx';
import { Exports } from './exports/exports.tsx';
import { Shell } from './ui/shell.tsx';

/** Texts of the address as they are: what a list makes of them is its operation's word. */
type Search = Readonly<Record<string, string | number | undefined>> & { readonly m?: number | undefined };

const validateSearch = (given: Record<string, unknown>): Search => {
  const texts = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, name === 'm' ? Number(value) : String(value)]]
      : [],
  );
  return Object.fromEntries(texts) as Search;
};

const Root = () => {
  const { m } = rootRoute.useSearch() as Search;
  return (
    <SessionProvider userId={m}>
      <Exports>
        <Shell />
      </Exports>
    </SessionProvider>
  );
};

const rootRoute = createRootRoute({ component: Root, validateSearch });

const screen = (path: string, load: () => Promise<{ readonly Screen: () => React.ReactNode }>) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(load, 'Screen') });

const routeTree = rootRoute.addChildren([
  screen('/', () => import('./screens/start.tsx')),
  screen('/charges', () => import('./screens/charges.tsx')),
  screen('/charges/$chargeId', () => import('./screens/charge.tsx')),
  screen('/payment-links', () => import('./screens/payment-links.tsx')),
  screen('/payment-links/$linkId', () => import('./screens/payment-link.tsx')),
  screen('/held', () => import('./screens/held.tsx')),
  screen('/disputes', () => import('./screens/disputes.tsx')),
  screen('/disputes/$disputeId', () => import('./screens/dispute.tsx')),
  screen('/receivables', () => import('./screens/receivables.tsx')),
  screen('/payouts', () => import('./screens/payouts.tsx')),
  screen('/payouts/new', () => import('./screens/withdraw.tsx')),
  screen('/payouts/$payoutId', () => import('./screens/payout.tsx')),
  screen('/deliveries', () => import('./screens/deliveries.tsx')),
  screen('/keys', () => import('./screens/keys.tsx')),
  screen('/requests', () => import('./screens/requests.tsx')),
  screen('/device', () => import('./screens/device.tsx')),
  screen('/endpoints', () => import('./screens/endpoints.tsx')),
  screen('/endpoints/$endpointId', () => import('./screens/endpoint.tsx')),
  screen('/sandbox', () => import('./screens/sandbox.tsx')),
  screen('/events', () => import('./screens/events.tsx')),
  screen('/settings', () => import('./screens/settings.tsx')),
  screen('/reconciliation', () => import('./screens/reconciliation.tsx')),
  screen('/reconciliation/$checkId', () => import('./screens/check.tsx')),
  screen('/team', () => import('./screens/team.tsx')),
  screen('/security', () => import('./screens/security.tsx')),
  screen('/audit', () => import('./screens/audit.tsx')),
  screen('/refunds', () => import('./screens/refunds.tsx')),
  screen('/sellers', () => import('./screens/sellers.tsx')),
  screen('/sellers/new', () => import('./screens/new-seller.tsx')),
  screen('/sellers/import', () => import('./screens/import-sellers.tsx')),
  screen('/sellers/$recipientId', () => import('./screens/seller.tsx')),
  screen('/statement', () => import('./screens/statement.tsx')),
  screen('/ledger', () => import('./screens/ledger.tsx')),
  screen('/fees', () => import('./screens/fees.tsx')),
  screen('/closing', () => import('./screens/closing.tsx')),
  screen('/settlement', () => import('./screens/settlement.tsx')),
  screen('/payout-runs', () => import('./screens/batches.tsx')),
  screen('/payout-runs/$batchId', () => import('./screens/batch.tsx')),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });
