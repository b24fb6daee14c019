import { join } from 'node:path';
import { buildPage } from '@repasse/checkout-kit/testing/built-page';
import { type Payer, Payers } from '@repasse/checkout-kit/testing/payer';
import { type Browser, type BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../../../../test-e2e/support/browser';
import { type ChargeService } from './charge-service';

/** Compiling the page, making a database and starting a browser on a busy machine. */
const startTimeoutMs = 90_000;

export interface CheckoutVisits {
  readonly charge: ChargeService;
  /** A payer with a browser of their own. It closes when the test ends, which fails if a page logged a fault. */
  arrive(options?: BrowserContextOptions): Promise<Payer>;
}

/** What the tests of a describe share: the page as it is built, a charge service that serves it, and a browser. */
export const openCheckoutVisits = (newService: () => ChargeService | Promise<ChargeService>): CheckoutVisits => {
  let charge: ChargeService;
  let browser: Browser;
  const payers = new Payers();

  beforeAll(async () => {
    buildPage(join(__dirname, '../..'));
    charge = await newService();
    await charge.start();
    browser = await launchBrowser();
  }, startTimeoutMs);
  afterAll(async () => {
    await browser.close();
    await charge.stop();
  });
  afterEach(async () => {
    expect(await payers.leave()).toEqual([]);
  });
  return {
    get charge() {
      return charge;
    },
    arrive: (options) => payers.arrive(browser, options),
  };
};
