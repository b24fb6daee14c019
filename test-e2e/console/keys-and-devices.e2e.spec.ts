import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { laptop, openPayer, phone, type Payer } from '@repasse/checkout-kit/testing/payer';
import { type Browser } from 'playwright-core';
import { request } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { codeMs, newProvenPerson, openScreen, signIn } from '../support/console';
import { describeOnShared } from '../support/on-each-bus';

const program = join(__dirname, '../../clients/cli/dist/repasse.cjs');
const run = promisify(execFile);
interface Asked {
  readonly approvalUrl: string;
  readonly userCode: string;
}

describeWithChromium('keys of a merchant', () => {
  describeOnShared('postgres', 'made in the browser', (stack) => {
    const folder = mkdtempSync(join(tmpdir(), 'repasse-device-'));
    let browser: Browser;
    let developer: Payer;
    let waiting: ChildProcess | undefined;

    beforeAll(async () => {
      browser = await launchBrowser();
      const person = await newProvenPerson(stack.file, stack.file.merchant.userId, 'DEVELOPER', Date.now());
      developer = await openPayer(browser, { viewport: laptop });
      await signIn(developer.page, stack.file, person, Date.now() + codeMs);
    });
    afterAll(async () => {
      waiting?.kill('SIGKILL');
      await developer.close();
      await browser.close();
      rmSync(folder, { recursive: true });
    });

    const env = { PATH: process.env['PATH'], XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder };
    const login = async (...more: readonly string[]) => {
      const args = [program, 'login', '--json', '--base-url', stack.file.baseUrl, ...more];
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      waiting = child;
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      return { child, asked: JSON.parse(line) as Asked };
    };
    const statusOf = async (clientId: string, clientSecret: string): Promise<number> => {
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
      const headers = { authorization: `Basic ${basic}` };
      return (await request('GET', `${stack.file.baseUrl}/api-key/validate`, { headers })).status;
    };

    it('gives a command line a key of chosen scopes, after the codes were compared', async () => {
      const { page } = developer;
      const { child, asked } = await login('--scopes', 'charges:read,webhooks:read');
      await page.goto(asked.approvalUrl);
      await page.waitForSelector(`dd:has-text("${asked.userCode}")`);
      expect(await audit(page)).toEqual(faultless);
      await page.setViewportSize(phone);
      expect(await audit(page)).toEqual(faultless);
      await page.setViewportSize(laptop);
      expect(await page.isChecked('input[name="scope charges:read"]')).toBe(true);
      await page.uncheck('input[name="scope webhooks:read"]');
      const ended = once(child, 'exit');
      await page.click('button:has-text("Dar uma chave")');
      await page.waitForSelector('[role=status]:has-text("o terminal já tem a chave")');
      expect(await ended).toEqual([0, null]);

      const { stdout } = await run(process.execPath, [program, 'whoami', '--json'], { env });
      expect(JSON.parse(stdout)).toMatchObject({ userId: stack.file.merchant.userId, scopes: ['charges:read'] });
      await openScreen(page, stack.file, '/keys');
      expect(await page.textContent('tbody')).toContain('repasse on');

      await run(process.execPath, [program, 'charges', 'list', '--json'], { env });
      const { clientId } = JSON.parse(stdout) as { readonly clientId: string };
      await eventuallyHolds(async () => {
        await openScreen(page, stack.file, `/requests?clientId=${clientId}`);
        expect(await page.textContent('main')).toContain('GET /charge/list');
      });
      expect(await audit(page)).toEqual(faultless);
    }, 120_000);

    it('tells a command line that it was refused, and a person that a code is not known', async () => {
      const { page } = developer;
      const { child, asked } = await login();
      await openScreen(page, stack.file, '/device');
      await page.fill('input[name=code]', 'bbbb bbbb');
      await page.click('main button[type=submit]');
      await page.waitForSelector('[role=alert]:has-text("não existe")');
      expect(await audit(page)).toEqual(faultless);
      await page.fill('input[name=code]', asked.userCode.toLowerCase().replace('-', ''));
      await page.click('main button[type=submit]');
      await page.waitForSelector(`dd:has-text("${asked.userCode}")`);
      const ended = once(child, 'exit');
      await page.click('button:has-text("Recusar")');
      await page.waitForSelector('[role=status]:has-text("Recusado")');

      expect(await ended).toEqual([4, null]);
    }, 120_000);

    it('makes a key for one purpose, gives it a new secret and a name, and revokes it', async () => {
      const { page } = developer;
      await openScreen(page, stack.file, '/keys');
      await page.click('summary');
      await page.fill('details input[name=name]', 'Relatórios');
      await page.uncheck('input[name=allScopes]');
      await page.check('input[name="scope invoices:read"]');
      expect(await audit(page)).toEqual(faultless);
      await page.click('details button[type=submit]');
      await page.waitForSelector('.notice.good code');
      const [clientId = '', first = ''] = await page.locator('.notice.good code').allTextContents();
      expect(await statusOf(clientId, first)).toBe(200);

      const row = page.locator('tbody tr', { hasText: clientId });
      await row.locator('button:has-text("Trocar segredo")').click();
      await page.fill('dialog input[name=overlapHours]', '1');
      expect(await audit(page)).toEqual(faultless);
      await page.click('dialog button[type=submit]');
      const second = await page.textContent('dialog .notice code');
      expect([await statusOf(clientId, first), await statusOf(clientId, second ?? '')]).toEqual([200, 200]);
      await page.keyboard.press('Escape');

      await row.locator('button:has-text("Mudar nome")').click();
      await page.fill('dialog input[name=name]', 'Relatórios do mês');
      await page.click('dialog button[type=submit]');
      await page.waitForSelector('td:has-text("Relatórios do mês")');

      await row.locator('button:has-text("Revogar")').click();
      await row.locator('td:has-text("Revogad")').waitFor();
      expect(await statusOf(clientId, second ?? '')).toBe(401);
    }, 120_000);
  });
});
