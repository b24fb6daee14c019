import { loadOpenApi } from '@repasse/contracts';
import { createRouteTable } from '../edge/routes';

const services = [
  'charge',
  'payment-gateway',
  'split-settlement',
  'invoice-query',
  'webhook-dispatcher',
  'identity',
] as const;
const documents = Object.fromEntries(services.map((name) => [name, loadOpenApi(name)])) as Record<
  (typeof services)[number],
  ReturnType<typeof loadOpenApi>
>;
const routes = createRouteTable(documents);

describe('which service answers a path', () => {
  it.each([
    ['/charge', 'charge'],
    ['/charge/list', 'charge'],
    ['/charge/ch_1', 'charge'],
    ['/charge/ch_1/attempts', 'charge'],
    ['/charge/attempts/att_1', 'charge'],
    ['/charge/ch_1/timeline', 'invoice-query'],
    ['/checkout/ch_1', 'charge'],
    ['/checkout/ch_1/state', 'charge'],
    ['/checkout/assets/0f/browser/main.js', 'charge'],
    ['/checkout/crypto/pay_1', 'payment-gateway'],
    ['/checkout/crypto/pay_1/events', 'payment-gateway'],
    ['/checkout/crypto/assets/0f/browser/main.js', 'payment-gateway'],
    ['/balance', 'split-settlement'],
    ['/settlements/ch_1', 'split-settlement'],
    ['/withdrawals', 'split-settlement'],
    ['/withdrawals/wd_1', 'split-settlement'],
    ['/invoices/resend-webhook/12', 'webhook-dispatcher'],
    ['/invoices/resend-webhook/timeline', 'webhook-dispatcher'],
    ['/invoices/50001/timeline', 'invoice-query'],
    ['/invoices/payment-gateway/50001', 'invoice-query'],
    ['/invoices/payment-gateway/timeline', 'invoice-query'],
    ['/oauth/token', 'identity'],
    ['/users/7/api-keys', 'identity'],
  ])('%s → %s', (path, upstream) => expect(routes.find(path)?.upstream).toBe(upstream));

  it.each([
    '/',
    '/nowhere',
    '/charge/ch_1/nowhere',
    '/internal/payments',
    '/internal/users',
    '/charge/',
    '/charge/ch_1/',
  ])('%s → no service', (path) => expect(routes.find(path)?.upstream).toBeUndefined());
});

describe('where two services have paths of one shape', () => {
  const describing = (path: string) => ({ ...documents.charge, paths: { [path]: {} } });

  it('a path that is spelled out goes before one with a parameter, whichever service comes first', () => {
    const table = createRouteTable({ broad: describing('/things/{id}'), narrow: describing('/things/list') });

    expect(table.find('/things/list')?.upstream).toBe('narrow');
    expect(table.find('/things/7')?.upstream).toBe('broad');
  });
});
