import { portalScreens } from '@repasse/contracts/roles';
import { createFindOperation } from './operations';
import { isIncluded } from './portal';

const find = createFindOperation();
const linkId = 'ptl_01JDZZZZZZZZZZZZZZZZZZZZZZ';

const behind = (screens: readonly string[]) => ({
  userId: 1042,
  portal: { linkId, returnUrl: null, screens: screens as ('balance' | 'payouts')[] },
});

const may = (screens: readonly string[], address: string, method = 'GET'): boolean => {
  const { pathname: path, searchParams } = new URL(address, 'http://console.test');
  const operation = find(method, path);
  if (operation === undefined) throw new Error(`There is no operation ${method} ${path}.`);
  return isIncluded(behind(screens), operation, { path, query: Object.fromEntries(searchParams) });
};

const addresses: Readonly<Record<string, readonly string[]>> = {
  balance: ['/balance', '/balance?user_id=1042'],
  receivables: ['/receivables?from=2026-12-01&to=2026-12-31'],
  payouts: ['/payouts?user_id=1042'],
  statement: ['/reports/statement?from=2026-12-01', '/ledger/entries'],
  destinations: ['/recipients/1042/destinations'],
  documents: ['/recipients/1042/documents'],
};

describe('a session behind a portal link', () => {
  it.each(portalScreens.map(({ screen }) => screen))(
    'is passed on what its screen needs, and no other screen: %s',
    (screen) => {
      for (const [name, asked] of Object.entries(addresses))
        expect(asked.map((address) => may([screen], address))).toEqual(asked.map(() => name === screen));
    },
  );

  it.each([
    ['GET', '/balance?user_id=1043'],
    ['GET', '/balance?user_id=1042&user_id=1043'],
    ['GET', '/recipients/1043/destinations'],
    ['GET', '/recipients/01042/destinations'],
    ['GET', '/recipients'],
    ['GET', '/person'],
    ['GET', '/charge/list'],
    ['POST', '/recipients/1042/destinations'],
    ['POST', '/recipients/1042/documents'],
    ['POST', '/withdrawals'],
    ['PATCH', '/recipients/1042'],
    ['POST', '/portal-links'],
  ])('is not passed on %s %s', (method, address) => {
    expect(
      may(
        portalScreens.map(({ screen }) => screen),
        address,
        method,
      ),
    ).toBe(false);
  });

  it('has what Express makes of a name that is given twice refused', () => {
    const operation = find('GET', '/balance');
    if (operation === undefined) throw new Error('There is no balance.');

    expect(isIncluded(behind(['balance']), operation, { path: '/balance', query: { user_id: ['1042', '1043'] } })).toBe(
      false,
    );
  });
});

it('is no matter of a person’s', () => {
  const operation = find('POST', '/withdrawals');
  if (operation === undefined) throw new Error('There are no withdrawals.');

  expect(isIncluded({ portal: null, userId: 1042 }, operation, { path: '/withdrawals', query: {} })).toBe(true);
});
