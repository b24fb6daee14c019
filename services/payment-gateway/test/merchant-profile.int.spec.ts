import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';
import { buildPage } from '@repasse/checkout-kit/testing/built-page';
import { testMerchant } from '@repasse/checkout-kit/testing/merchant';
import { pageAt } from '@repasse/checkout-kit/testing/payer';
import { startCoinMerchant, type CoinMerchant } from './support/coin-merchant';
import { nameMerchant } from './support/name-merchant';

/** Compiling the page on a busy machine. */
const startTimeoutMs = 90_000;

describe('who is paid in coins', () => {
  let merchant: CoinMerchant;
  beforeAll(async () => {
    buildPage(join(__dirname, '..'));
    merchant = await startCoinMerchant();
  }, startTimeoutMs);
  afterAll(() => merchant.stop());

  const openPage = async (): Promise<string> => {
    const { checkoutUrl } = await merchant.sell();
    return (await fetch(pageAt(merchant.world.gateway.url, checkoutUrl))).text();
  };

  it('is the configured receiver while the merchant has not said', async () => {
    const page = await openPage();
    expect(page).toContain('Quem recebe: <b>');
    expect(page).not.toContain('class="merchant"');
  });

  it('stands on the page once identity has told it, as it is now', async () => {
    const before = { ...testMerchant, displayName: 'Padaria', logoPath: null };
    await nameMerchant(merchant.world.gateway, before, testMerchant);
    const page = await openPage();
    for (const part of Object.values(testMerchant)) expect(page).toContain(part);
    expect(page).not.toContain('Quem recebe');
  });

  it('is the configured receiver again once the merchant took it back, until they say anew', async () => {
    const { bus, db } = merchant.world.gateway;
    await bus.tell('repasse.user.profile_removed.v1', '1001', { userId: 1_001 });
    await eventually(async () => (await db.query('select from merchant_profiles')).length === 0);
    const page = await openPage();
    expect(page).toContain('Quem recebe: <b>');
    for (const part of Object.values(testMerchant)) expect(page).not.toContain(part);

    await nameMerchant(merchant.world.gateway, testMerchant);
    expect(await openPage()).toContain(testMerchant.displayName);
  });

  it('has the merchant’s colour, which an identity that knows none leaves as it is', async () => {
    const { gateway } = merchant.world;
    await nameMerchant(gateway, { ...testMerchant, displayName: 'Roxa', brandColor: '#7a1fa2' });
    expect(await openPage()).toMatch(/<style>@media screen and \(prefers-color-scheme:light\)\{:root\{--fill:#7a1fa2;/);
    await nameMerchant(gateway, { ...testMerchant, displayName: 'Roxa e Branca' });
    expect(await openPage()).toContain('--fill:#7a1fa2;');
    await nameMerchant(gateway, { ...testMerchant, displayName: 'Branca', brandColor: null });
    expect(await openPage()).not.toContain('<style>');
  });

  it('takes nothing from what the gateway learns of revoked access', async () => {
    const { bus, db } = merchant.world.gateway;
    await bus.tell('repasse.user.suspended.v1', '1002', { userId: 1_002 });
    await eventually(async () => (await db.query("select from revoked_access where id = '1002'")).length === 1);
  });
});
