import { type Call } from '../api/call.ts';

/** Lists and reports whose operations take `user_id` of staff; those of sellers have a user of their own. */
const byUser = new Set([
  ...['/overview', '/attention/charges', '/attention/disputes', '/attention/payouts'],
  ...['/charge/list', '/charge/list.csv', '/refunds', '/held-payments', '/payment-links', '/disputes'],
  ...['/balance', '/receivables', '/payouts', '/withdrawals', '/held-shares', '/ledger/entries'],
  ...['/reports/statement', '/reports/fees', '/reports/closing'],
]);

const parameterOf = (path: string): string | undefined => {
  if (path === '/recipients') return 'merchant_user_id';
  return byUser.has(path) ? 'user_id' : undefined;
};

/** What stands at another path for a user that staff name. */
const belowUsers = new Set(['/audit', '/members', '/profile']);

/** Screens that show a merchant to staff. The others are about whoever looks. */
const screens = new Set([
  // Home has no name in its address.
  '',
  ...['charges', 'refunds', 'held', 'disputes', 'receivables', 'payouts', 'statement', 'ledger', 'fees', 'closing'],
  ...['audit', 'sellers', 'sandbox'],
]);

/** The first part of an address: a detail leads to its list. */
export const screenOf = (pathname: string): string => pathname.split('/')[1] ?? '';

export const showsMerchants = (pathname: string): boolean => screens.has(screenOf(pathname));

type Query = NonNullable<Call['query']>;

/** The query of a read, about the merchant whom staff look at unless it names another. */
export const queryAbout = (merchantId: number | null, path: string, query: Query): Query => {
  const parameter = parameterOf(path);
  return merchantId === null || parameter === undefined || query[parameter] !== undefined
    ? query
    : { ...query, [parameter]: merchantId };
};

/** Changes stay about whoever makes them: staff act in nobody's name. */
export const about = (merchantId: number | null, path: string, call: Call): readonly [string, Call] => {
  const isRead = call.method === undefined || call.method === 'GET';
  if (merchantId === null || !isRead) return [path, call];
  if (belowUsers.has(path)) return [`/users/${String(merchantId)}${path}`, call];
  return [path, { ...call, query: queryAbout(merchantId, path, call.query ?? {}) }];
};
