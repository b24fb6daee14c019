import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { laptop, openPayer, type Payer } from '@repasse/checkout-kit/testing/payer';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { addDays, dayAt, type Day } from '@repasse/values/brasilia-time';
import { type Browser } from 'playwright-core';
import { MerchantApi, request, type Attempt } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { payByCard, testCards } from '../support/cards';
import { newPerson, newProvenPerson, openScreen, signIn, type SignInOfPerson } from '../support/console';
import { describeOnMovingClock } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';
import { destinations, onboard, type Seller } from '../support/sellers';

const dayMs = 86_400_000;
const paidOutTimeoutMs = 40_000;
/** Money that another system of the merchant's asked for at the same bank. */
const foreignTxid = 'outrosistema0000000000000000001';
const foreignAmount = '12.34';
/** The PIX key of the account, as the local stack configures it. */
const bankKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

interface Page {
  readonly data: readonly { readonly status: string }[];
}

describeWithChromium('a finance person’s day', () => {
  describeOnMovingClock('in the console', (stack) => {
    let browser: Browser;
    let finance: Payer;
    let staff: Payer;
    let merchant: MerchantApi;
    let seller: Seller;
    let broken: Seller;
    let yesterday: Day;
    const charges = new Map<string, Attempt>();
    const world = () => sandboxWorld(stack.file);
    const sandbox = (method: string, path: string, body: object) =>
      request<{ readonly access_token: string; readonly pixCopiaECola: string }>(
        method,
        `${stack.file.sandboxUrl}${path}`,
        { body },
      );

    const paid = async (name: string, extra: object = {}, amount?: string): Promise<Attempt> => {
      const split = [{ recipientEmail: seller.email, kind: 'PERCENT', percent: 33.33 }];
      const { body } = await merchant.createPixCharge({ externalReference: name, split, ...extra });
      await merchant.pay(body.checkoutMeta.emv, amount);
      charges.set(name, body);
      return body;
    };

    const byCard = async (): Promise<void> => {
      const { body } = await merchant.post<{ readonly id: string; readonly checkoutToken: string }>('/charge', {
        ...{ grossAmount: '90.00', currency: 'BRL', externalReference: 'card' },
      });
      charges.set('card', (await payByCard(stack.file, { ...body, chargeId: body.id }, testCards.approved)).body);
    };

    /** By the bank's own protocol: the account is the merchant's, the system that asks is not. */
    const payForeign = async (): Promise<void> => {
      const { pixClientId: client_id, pixClientSecret: client_secret } = JSON.parse(
        readFileSync(join(stack.dataFolder, 'secrets.json'), 'utf8'),
      ) as { readonly pixClientId: string; readonly pixClientSecret: string };
      const grant = { grant_type: 'client_credentials', client_id, client_secret };
      const { body } = await sandbox('POST', '/pix/oauth/token', grant);
      const made = await request<{ readonly pixCopiaECola: string }>(
        'PUT',
        `${stack.file.sandboxUrl}/pix/v2/cob/${foreignTxid}`,
        {
          token: body.access_token,
          body: { calendario: { expiracao: 3_600 }, valor: { original: foreignAmount }, chave: bankKey },
        },
      );
      expect(made.status).toBe(201);
      expect((await merchant.pay(made.body.pixCopiaECola)).status).toBe(200);
    };

    const open = ({ page }: Payer, path: string): Promise<void> => openScreen(page, stack.file, path);

    /** Their machine's clock is right, so it follows the one that the suite moves. */
    const signedIn = async (person: SignInOfPerson): Promise<Payer> => {
      const visitor = await openPayer(browser, { viewport: laptop, acceptDownloads: true });
      const nowMs = await world().nowMs();
      await visitor.page.clock.setFixedTime(nowMs);
      await signIn(visitor.page, stack.file, person, nowMs);
      return visitor;
    };

    /** The bytes of the file that a screen's link leads to. */
    const download = async ({ page }: Payer): Promise<Buffer> => {
      const waiting = page.waitForEvent('download');
      await page.click('a[download]:has-text("CSV")');
      return readFileSync(await (await waiting).path());
    };

    beforeAll(async () => {
      browser = await launchBrowser();
      merchant = await MerchantApi.signIn(stack.file);
      const admin = await MerchantApi.signIn(stack.file, stack.file.admin);
      seller = await onboard(merchant, admin, 31, destinations.document);
      broken = await onboard(merchant, admin, 32, destinations.missingAccount);
      await merchant.put('/payment-rules', { late: 'hold', overpaid: 'hold', duplicate: 'hold', underpaid: 'hold' });
      await paid('plain');
      await paid('=held', {}, '130.00');
      await paid('unlucky');
      await paid('for-broken', { split: [{ recipientEmail: broken.email, kind: 'FIXED', amount: '50.00' }] });
      await byCard();
      await payForeign();
      for (const { chargeId } of charges.values())
        await eventuallyHolds(async () => expect((await merchant.charge(chargeId)).status).toBe('PAID'));
      await sandbox('PUT', '/sandbox/refunds', { pix: { outcome: 'failed' } });
      await merchant.post(`/charge/${charges.get('unlucky')?.chargeId ?? ''}/refunds`, { amount: '10.00' });
      const operator = await admin.post<{ readonly id: number }>('/users', {
        ...{ email: `platform-${seller.email}`, name: 'Platform', profile: 'OPERATOR' },
      });
      const nowMs = await world().nowMs();
      const atMerchant = await newProvenPerson(stack.file, stack.file.merchant.userId, 'FINANCE', nowMs);
      const atPlatform = await newProvenPerson(stack.file, operator.body.id, 'STAFF_OPERATOR', nowMs);
      yesterday = dayAt(new Date(nowMs));
      merchant = await world().moveClockBy(dayMs);
      const withdrawn = await merchant.post('/withdrawals', {
        ...{ amount: '50.00', userId: broken.userId, destinationId: broken.destinationId },
      });
      expect(withdrawn.status).toBe(201);
      finance = await signedIn(atMerchant);
      staff = await signedIn(atPlatform);
    }, 120_000);
    afterAll(async () => {
      await sandbox('PUT', '/sandbox/refunds', {});
      await browser.close();
    });

    it('begins with yesterday at the bank, where staff see a difference and settle it with a note', async () => {
      const { page } = staff;
      await open(staff, '/reconciliation');
      await page.click('summary:has-text("Conferir um dia")');
      await page.fill('input[name=date]', yesterday);
      await page.click('details button[type=submit]');
      await page.waitForSelector('details [role=status]');
      await open(staff, '/reconciliation?provider=PIX_BCB');
      await page.click('td a');
      const row = page.locator('tr', { hasText: '12,34' });
      await row.locator('button:has-text("Dar por resolvida")').click();
      await page.fill('dialog textarea', 'Vendido pelo caixa da loja, fora daqui.');
      expect(await audit(page)).toEqual(faultless);
      await page.click('dialog button[type=submit]');
      await row.locator('td:has-text("caixa da loja")').waitFor();
      expect(await row.textContent()).toContain('Resolvida');
    });

    it('decides on money that waits, and sees what failed', async () => {
      const { page } = finance;
      await open(finance, '/');
      await page.click('a:has-text("Valores retidos que esperam uma decisão: 1")');
      await page.click('tbody button:has-text("Devolver")');
      const held = charges.get('=held')?.chargeId ?? '';
      await eventuallyHolds(async () => {
        expect(await merchant.timelineTypes(held)).toContain('repasse.charge.surplus_resolved.v1');
      });

      await eventually(async () => {
        const { body } = await merchant.get<Page>('/refunds?status=FAILED');
        return body.data.length > 0 ? true : undefined;
      });
      await open(finance, '/refunds?status=FAILED');
      await page.waitForSelector(`a[href*="${charges.get('unlucky')?.chargeId ?? ''}"]`);
      await eventually(async () => {
        const { body } = await merchant.get<Page>('/payouts?status=FAILED');
        return body.data.length > 0 ? true : undefined;
      });
      await open(finance, '/payouts?status=FAILED');
      await page.waitForSelector('td:has-text("50,00")');
    });

    it('sees what comes, by day', async () => {
      const { page } = finance;
      await open(finance, `/receivables?from=${yesterday}&to=${addDays(yesterday, 60)}`);
      expect(await page.locator('tbody tr').allTextContents()).toEqual([expect.stringMatching(/CREDIT_CARD|Cartão/)]);
      expect(await audit(page)).toEqual(faultless);
    });

    it('answers a seller, whom Ctrl K finds, with the cents of a charge; staff see the seller’s statement', async () => {
      const { page } = finance;
      await page.keyboard.press('Control+k');
      await page.fill('dialog input[type=search]', 'Loja 31');
      await page.click('dialog .results a');
      await page.waitForSelector('h1:has-text("Loja 31")');
      await open(finance, '/charges?externalReference=plain');
      await page.click('td a');
      await page.waitForSelector('h2:has-text("Quem recebe o quê")');
      // By the whole cell: the digits of an id may stand in an end-to-end id, too.
      const share = page.locator('tr', { has: page.getByText(String(seller.userId), { exact: true }) }).first();
      await share.waitFor();
      expect(await share.textContent()).toMatch(/R\$\s33,00.*33,33 % de R\$\s99,01/);

      await open(staff, `/statement?user_id=${String(seller.userId)}&from=${yesterday}&to=${yesterday}`);
      expect(await staff.page.textContent('tbody')).toContain('99,00');
    });

    it('gives a part of a charge back, after seeing who gives it', async () => {
      const { page } = finance;
      const { chargeId = '' } = charges.get('card') ?? {};
      await open(finance, `/charges/${chargeId}`);
      await page.click('button:has-text("Devolver")');
      await page.fill('dialog input[inputmode=decimal]', '30,00');
      await page.waitForSelector('dialog tbody td:has-text("30,00")');
      expect(await audit(page)).toEqual(faultless);
      await page.click('dialog button[type=submit]');
      await page.waitForSelector('dialog', { state: 'detached' });
      await eventuallyHolds(async () => {
        expect((await merchant.charge(chargeId)).refundedAmount).toBe('30.00');
      });
    });

    it('pays a seller out by hand, after seeing what it comes to, and follows the money', async () => {
      const { page } = finance;
      await open(finance, `/sellers/${String(seller.userId)}`);
      await page.click('a:has-text("Sacar")');
      await page.fill('input[name=amount]', '20,00');
      await page.waitForSelector('dd:has-text("20,00")');
      expect(await audit(page)).toEqual(faultless);
      await page.click('main button[type=submit]');
      await page.waitForSelector('[role=status]:has-text("O dinheiro foi enviado.")', { timeout: paidOutTimeoutMs });
      expect(await audit(page)).toEqual(faultless);

      const opening = page.context().waitForEvent('page');
      await page.click('a:has-text("Comprovante")');
      const receipt = await opening;
      await receipt.waitForSelector('body:has-text("20,00")');
      expect(await receipt.evaluate<number>('document.styleSheets.length')).toBe(1);
      await receipt.close();

      await open(finance, '/payouts/new');
      await page.fill('input[name=amount]', '99999,00');
      await page.waitForSelector('.notice:has-text("Agora podem sair no máximo")');
      expect(await audit(page)).toEqual(faultless);
    });

    it('downloads files that a spreadsheet in Brazil opens', async () => {
      const { page } = finance;
      await open(finance, '/charges?hasHeldMoney=&externalReference=%3Dheld');
      const list = await download(finance);
      expect([...list.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const [head = '', row = '', end] = list.toString('utf8').split('\r\n');
      expect(head.split(';').length).toBeGreaterThan(5);
      expect(head).toContain('Criada em;');
      expect(row).toContain(`;'=held;`);
      expect(row).toMatch(/;100,00;/);
      expect(end).toBe('');

      for (const [path, amount] of [
        [`/statement?from=${yesterday}&to=${yesterday}`, /;-?\d+,\d\d/],
        [`/ledger?from=${yesterday}&to=${yesterday}`, /;-?\d+,\d\d/],
      ] as const) {
        await open(finance, path);
        const file = await download(finance);
        expect([path, file.subarray(0, 3)]).toEqual([path, Buffer.from([0xef, 0xbb, 0xbf])]);
        const lines = file.toString('utf8').split('\r\n');
        expect(lines.length).toBeGreaterThan(3);
        expect(lines.slice(1).join('\r\n')).toMatch(amount);
        expect(file.toString('utf8').replaceAll('\r\n', '')).not.toContain('\n');
      }
      expect(await page.$('[role=alert]')).toBeNull();
    });

    it('closes the month by its digest', async () => {
      const { page } = finance;
      await open(finance, `/closing?month=${yesterday.slice(0, 7)}`);
      await page.waitForSelector('.notice.good:has-text("Os livros conferem")');
      expect(await page.textContent('dl.facts code')).toMatch(/^[0-9a-f]{64}$/);
      expect(await audit(page)).toEqual(faultless);
    });

    it('is nothing of another merchant’s', async () => {
      const admin = await MerchantApi.signIn(stack.file, stack.file.admin);
      const email = `other-${String(stack.file.merchant.userId)}@repasse.example`;
      const { body } = await admin.post<{ readonly id: number }>('/users', {
        email,
        name: 'Outra',
        profile: 'CUSTOMER',
      });
      const other = await newPerson(stack.file, body.id, 'FINANCE');
      const { chargeId = '' } = charges.get('plain') ?? {};
      const owner = String(stack.file.merchant.userId);

      const hidden = [`/charge/${chargeId}`, `/charge/${chargeId}/timeline`, `/settlements/${chargeId}`];
      for (const path of [...hidden, `/charge/${chargeId}/refunds`, `/charge/${chargeId}/held-payments`])
        expect([path, (await other.ask('GET', `/api${path}`)).status]).toEqual([path, 404]);
      const lists = ['/charge/list', '/refunds', '/held-payments', '/payouts', '/recipients', '/ledger/entries'];
      for (const path of [...lists, `/receivables?from=${yesterday}&to=${addDays(yesterday, 60)}`])
        expect([path, await other.ask('GET', `/api${path}`)]).toMatchObject([
          path,
          { status: 200, body: { data: [] } },
        ]);
      for (const path of lists)
        expect((await other.ask('GET', `/api${path}`, { userId: stack.file.merchant.userId })).status).toBe(404);
      const file = await other.ask('GET', `/api/charge/list.csv?locale=pt-BR`);
      expect(file.text.trimEnd().split('\r\n')).toHaveLength(1);
      const foreign = await other.ask('GET', `/api/charge/list.csv?repasse-user=${owner}`);
      expect(foreign.status).toBe(404);
      expect((await other.ask('GET', `/api/balance?user_id=${owner}`)).status).toBe(403);
    });

    it('leaves the browser nothing to complain of', () => {
      expect([finance.complaints, staff.complaints]).toEqual([[], []]);
    });
  });
});
