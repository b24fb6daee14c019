import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { laptop, openPayer, phone, type Payer } from '@repasse/checkout-kit/testing/payer';
import { type Browser, type Page } from 'playwright-core';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { codeMs, newProvenPerson, openScreen, signIn } from '../support/console';
import { describeOnShared } from '../support/on-each-bus';

describeWithChromium('filters that are saved', () => {
  describeOnShared('postgres', 'by people of a merchant', (stack) => {
    let browser: Browser;
    let [ana, bia]: Payer[] = [];

    const arrive = async (role: string, name: string): Promise<Payer> => {
      const person = await newProvenPerson(stack.file, stack.file.merchant.userId, role, Date.now(), name);
      const visitor = await openPayer(browser, { viewport: laptop });
      await signIn(visitor.page, stack.file, person, Date.now() + codeMs);
      return visitor;
    };
    beforeAll(async () => {
      browser = await launchBrowser();
      ana = await arrive('FINANCE', 'Ana Souza');
      bia = await arrive('READ_ONLY', 'Bia Lima');
    });
    afterAll(async () => {
      await ana?.close();
      await bia?.close();
      await browser.close();
    });

    const pageOf = (visitor: Payer | undefined): Page => {
      if (visitor === undefined) throw new Error('Nobody came.');
      return visitor.page;
    };
    const menu = '.views summary';
    const save = async (page: Page, name: string, isShared: boolean) => {
      await page.click('button:has-text("Salvar filtros")');
      await page.fill('dialog input[name=name]', name);
      if (isShared) await page.check('dialog input[name=isShared]');
      expect(await audit(page)).toEqual(faultless);
      await page.click('dialog button[type=submit]');
      await page.waitForSelector('dialog', { state: 'detached' });
    };
    const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

    it('are kept under a name only while there are some, and chosen by keyboard as an address', async () => {
      const page = pageOf(ana);
      await openScreen(page, stack.file, '/charges');
      await page.waitForSelector(`${menu}:has-text("(0)")`);
      expect(await page.isVisible('button:has-text("Salvar filtros")')).toBe(false);
      await page.selectOption('select[name=status]', 'PAID');
      await page.fill('input[name=externalReference]', 'pedido & 7');
      await page.keyboard.press('Enter');
      await page.waitForURL('**status=PAID**');
      const filters = searchOf(page);
      await save(page, 'Pagas do pedido 7', false);
      await page.waitForSelector(`${menu}:has-text("(1)")`);

      await page.click('button:has-text("Limpar")');
      await page.waitForURL((url) => !url.search.includes('status'));
      await page.focus(menu);
      await page.keyboard.press('Enter');
      expect(await audit(page)).toEqual(faultless);
      await page.setViewportSize(phone);
      expect(await audit(page)).toEqual(faultless);
      await page.setViewportSize(laptop);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL('**status=PAID**');
      expect(searchOf(page)).toEqual(filters);
      expect(await page.inputValue('input[name=externalReference]')).toBe('pedido & 7');
      expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');

      await openScreen(page, stack.file, '/refunds');
      await page.waitForSelector(`${menu}:has-text("(0)")`);
    }, 120_000);

    it('are shown to the team when they are shared, who choose and do not delete them', async () => {
      const [page, other] = [pageOf(ana), pageOf(bia)];
      await openScreen(page, stack.file, '/refunds?status=FAILED');
      await save(page, 'Que falharam', true);
      await openScreen(other, stack.file, '/charges');
      await other.waitForSelector(`${menu}:has-text("(0)")`);
      await openScreen(other, stack.file, '/refunds');
      await other.waitForSelector(`${menu}:has-text("(1)")`);
      await other.click(menu);
      await other.waitForSelector('.views li:has-text("da equipe, de Ana Souza")');
      expect(await other.isVisible('.views li button')).toBe(false);
      await other.click('.views li a');
      await other.waitForURL('**status=FAILED**');
    }, 120_000);

    it('are replaced under the same name, and deleted', async () => {
      const page = pageOf(ana);
      await openScreen(page, stack.file, '/refunds?status=REQUESTED');
      await save(page, 'Que falharam', false);
      await page.waitForSelector(`${menu}:has-text("(1)")`);
      await page.click(menu);
      expect(await page.getAttribute('.views li a', 'href')).toContain('status=REQUESTED');
      await page.focus('button[aria-label="Excluir Que falharam"]');
      await page.keyboard.press('Enter');
      await page.waitForSelector(`${menu}:has-text("(0)")`);
      expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
      await openScreen(pageOf(bia), stack.file, '/refunds');
      await pageOf(bia).waitForSelector(`${menu}:has-text("(0)")`);
    }, 120_000);
  });
});
