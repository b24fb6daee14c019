import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Locator,
  type Page,
} from 'playwright-core';
import { audit, faultless, isWiderThanScreen } from '@repasse/checkout-kit/testing/page-audit';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { describeOnShared } from '../support/on-each-bus';

const screens = [
  ['a phone', { width: 360, height: 740 }],
  ['a laptop', { width: 1280, height: 800 }],
] as const;

/** One step of a reader, on a machine that runs the whole system beside the browser. */
const stepTimeoutMs = 20_000;

describeWithChromium('the API reader', () => {
  describeOnShared('postgres', 'in an integrator’s browser', (stack) => {
    let browser: Browser;
    let page: Page;
    let complaints: string[];
    let foreign: string[];

    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());
    afterEach(() => page.context().close());

    const open = async (path: string, looks: BrowserContextOptions): Promise<void> => {
      [complaints, foreign] = [[], []];
      page = await (await browser.newContext(looks)).newPage();
      page.setDefaultTimeout(stepTimeoutMs);
      page.on('console', (message: ConsoleMessage) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${stack.file.baseUrl}/`) && !url.startsWith('data:')) foreign.push(url);
      });
      await page.goto(`${stack.file.baseUrl}${path}`);
    };

    const expectSound = async (): Promise<void> => {
      expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
      expect(await isWiderThanScreen(page)).toBe(false);
    };

    const operation = (tag: string, id: string): Locator => page.locator(`[id="operations-${tag}-${id}"]`);

    const authorize = async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Promise<void> => {
      await page.click('.auth-wrapper .authorize');
      const form = page.locator('.auth-container', { hasText: 'clientCredentials' });
      await form.locator('#client_id_clientCredentials').fill(clientId);
      await form.locator('#client_secret_clientCredentials').fill(clientSecret);
      await form.locator('button.authorize').click();
      await form.getByText('Authorized', { exact: true }).waitFor();
      await page.click('.close-modal');
    };

    it.each(screens)('on %s shows operations and webhooks, and tries one with the demo key', async (_, viewport) => {
      await open('/docs', { viewport });
      const createCharge = operation('charges', 'createCharge');
      await createCharge.waitFor();
      expect(await page.locator('.opblock-summary-path', { hasText: 'charge.paid' }).count()).toBe(1);

      await authorize(stack.file.merchant);
      await createCharge.locator('.opblock-summary-control').click();
      await createCharge.locator('button.execute').click();
      const answer = createCharge.locator('.live-responses-table tbody');
      expect(await answer.locator('.response-col_status').innerText()).toContain('200');
      expect(await answer.locator('.response-col_description').innerText()).toMatch(/"id": "ch_\w{26}"/);
      await expectSound();
    });

    const pages = ['/', '/docs/guides/', '/docs/guides/pt/quick-start', '/docs/errors#request.invalid'];
    const inBothSchemes = pages.flatMap((path) => [[path, 'light'] as const, [path, 'dark'] as const]);

    it.each(inBothSchemes)('%s is readable on a phone, in the %s', async (path, colorScheme) => {
      await open(path, { viewport: screens[0][1], colorScheme });

      expect(await page.locator('h1').count()).toBe(1);
      expect(await audit(page)).toEqual(faultless);
      await expectSound();
    });
  });
});
