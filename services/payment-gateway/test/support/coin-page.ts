import { join } from 'node:path';
import { buildPage } from '@repasse/checkout-kit/testing/built-page';
import { pageAt, type Payer, Payers } from '@repasse/checkout-kit/testing/payer';
import { type Browser, type BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../../../../test-e2e/support/browser';
import { type CoinMerchant, type CoinSale, startCoinMerchant } from './coin-merchant';

/** Compiling the page, making a database and starting a browser on a busy machine. */
const startTimeoutMs = 90_000;

export interface CoinPage {
  readonly merchant: CoinMerchant;
  /** Somebody who opens the page of a payment, leaves when the test ends, and must have had nothing to complain about. */
  open(sale: CoinSale, options?: BrowserContextOptions): Promise<Payer>;
}

/** What the tests of a describe share: the page as it is built, a gateway that serves it, and a browser. */
export const openCoinPages = (): CoinPage => {
  let merchant: CoinMerchant;
  let browser: Browser;
  const payers = new Payers();

  beforeAll(async () => {
    buildPage(join(__dirname, '../..'));
    merchant = await startCoinMerchant();
    browser = await launchBrowser();
  }, startTimeoutMs);
  afterAll(async () => {
    await browser.close();
    await merchant.stop();
  });
  afterEach(async () => {
    expect(await payers.leave()).toEqual([]);
  });
  return {
    get merchant() {
      return merchant;
    },
    open: async ({ checkoutUrl }, options) => {
      const payer = await payers.arrive(browser, options);
      await payer.page.goto(pageAt(merchant.world.gateway.url, checkoutUrl));
      return payer;
    },
  };
};
