import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { laptop, openPayer, phone, type Payer } from '@repasse/checkout-kit/testing/payer';
import { type Browser } from 'playwright-core';
import { MerchantApi } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { codeMs, newProvenPerson, openScreen, signIn, type SignInOfPerson } from '../support/console';
import { describeOnShared } from '../support/on-each-bus';

const company = 'empresa-do-teste';
describeWithChromium('signing in by a company', () => {
  describeOnShared('postgres', 'with a provider of the sandbox', (stack) => {
    let browser: Browser;
    let owner: Payer;
    let person: SignInOfPerson;
    let userId: number;

    beforeAll(async () => {
      browser = await launchBrowser();
      owner = await openPayer(browser, { viewport: laptop });
      const staff = await MerchantApi.signIn(stack.file, stack.file.admin);
      const { body } = await staff.post<{ readonly id: number }>('/users', {
        ...{ email: 'company-sign-in@repasse.example', name: 'Empresa', profile: 'CUSTOMER' },
      });
      userId = body.id;
      person = await newProvenPerson(stack.file, userId, 'OWNER', Date.now(), 'Ana Souza');
    });
    afterAll(async () => {
      await owner.close();
      await browser.close();
    });

    it('an owner registers the provider, whose address is read at once', async () => {
      const { page } = owner;
      await signIn(page, stack.file, person, Date.now() + codeMs);
      await openScreen(page, stack.file, '/settings');
      const form = page.locator('form', { has: page.locator('[name=signInName]') });
      await form.locator('[name=signInName]').fill(company);
      await form.locator('[name=displayName]').fill('Empresa do Teste');
      await form.locator('[name=issuer]').fill(`${stack.file.sandboxUrl}/pix`);
      await form.locator('[name=clientId]').fill('repasse');
      await form.locator('[name=clientSecret]').fill('secret-of-repasse');
      await form.locator('button[type=submit]').click();
      await page.waitForSelector('[role=alert]:has-text("ler o provedor")');
      expect(await audit(page)).toEqual(faultless);
      await form.locator('[name=issuer]').fill(`${stack.file.sandboxUrl}/oidc/${company}`);
      await form.locator('[name=isRequired]').check();
      await form.locator('button[type=submit]').click();
      await page.waitForSelector('button:has-text("Remover a entrada pela empresa")');

      await openScreen(page, stack.file, '/audit');
      expect(await page.textContent('tbody')).toContain('Alterou a entrada pela empresa');
      expect(await page.content()).not.toContain('secret-of-repasse');
    });

    it('links themselves at the provider, and comes back to the screen', async () => {
      const { page } = owner;
      await openScreen(page, stack.file, '/security');
      expect(await audit(page)).toEqual(faultless);
      await page.click('button[aria-label="Vincular: Empresa do Teste"]');
      await page.click('button:has-text("Bruno Lima")');
      await page.waitForURL('**/security');
      await page.waitForSelector('button[aria-label="Remover o vínculo: Empresa do Teste"]');
      await page.setViewportSize(phone);
      expect(await audit(page)).toEqual(faultless);
      await page.setViewportSize(laptop);
    });

    it('signs in by it without a password, and the policy of our pages lets the browser go there', async () => {
      const { page } = owner;
      await page.click('header button:has-text("Sair")');
      await page.waitForURL('**/sign-in');
      await page.goto(`${stack.file.consoleUrl}/sign-in?next=%2Fcharges`);
      await page.click('a:has-text("Entrar pela empresa")');
      expect(await audit(page)).toEqual(faultless);
      await page.fill('#company', ` ${company.toUpperCase()}`);
      await page.click('button[type=submit]');
      await page.click('button:has-text("Bruno Lima")');
      await page.waitForURL('**/charges');
      await page.waitForSelector('main.screen h1');
      expect(await page.textContent('.who')).toContain('Ana Souza');

      await openScreen(page, stack.file, '/settings');
      await page.click('button:has-text("Remover a entrada pela empresa")');
      await page.waitForSelector('dialog #dialog-title');
      expect(owner.complaints).toEqual([]);
    });

    it('tells whom nobody knows, and whoever begins elsewhere, what to do', async () => {
      const stranger = await openPayer(browser, { viewport: phone, locale: 'en-US' });
      const { page } = stranger;
      await page.goto(`${stack.file.consoleUrl}/sign-in/company`);
      await page.fill('#company', 'a-company-that-is-not-there');
      await page.click('button[type=submit]');
      await page.waitForSelector('[role=alert]:has-text("No company signs in by this name")');
      await page.fill('#company', company);
      await page.click('button[type=submit]');
      await page.click('button:has-text("Carla Dias")');
      await page.waitForSelector('[role=alert]:has-text("Sign in by password first")');
      expect(await audit(page)).toEqual(faultless);

      const foreign = await fetch(`${stack.file.consoleUrl}/sign-in/company/callback?state=a&code=b`);
      expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([401, expect.stringContaining('Max-Age=0')]);
      await stranger.close();
    });

    it('is the only way of the team to the account, where the owner says so', async () => {
      const finance = await openPayer(browser, { viewport: laptop });
      const who = await newProvenPerson(stack.file, userId, 'FINANCE', Date.now(), 'Rita Melo');
      await signIn(finance.page, stack.file, who, Date.now() + codeMs);
      await finance.page.waitForSelector('text=Esta conta pede que você entre por Empresa do Teste');
      expect(await finance.page.locator('nav.side a').allTextContents()).toEqual(['Início', 'Segurança']);
      expect(await audit(finance.page)).toEqual(faultless);
      await finance.page.click('a:has-text("Vincule-se em Segurança")');
      await finance.page.click('button[aria-label="Vincular: Empresa do Teste"]');
      await finance.page.click('button:has-text("Carla Dias")');
      await finance.page.waitForURL('**/security');
      await finance.page.click('a:has-text("Entrar por Empresa do Teste")');
      await finance.page.click('button[type=submit]');
      await finance.page.click('button:has-text("Carla Dias")');
      await finance.page.waitForSelector('nav.side a:has-text("Extrato")');
      expect(await finance.page.locator('text=Esta conta pede').count()).toBe(0);
      expect(finance.complaints).toEqual([]);
      await finance.close();
    });

    it('is there for the demo merchant, to be tried', async () => {
      const newcomer = await openPayer(browser, { viewport: laptop });
      const { page } = newcomer;
      await page.goto(`${stack.file.consoleUrl}/sign-in/company?name=loja-demo`);
      await page.click('button[type=submit]');
      await page.click('button:has-text("Dona da Loja")');
      await page.waitForSelector('main.screen h1');
      expect(newcomer.complaints).toEqual([]);
      await newcomer.close();
    });
  });
});
