import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { laptop, openPayer, phone, type Payer } from '@repasse/checkout-kit/testing/payer';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { TOTP } from 'otpauth';
import { type Browser, type Page } from 'playwright-core';
import { MerchantApi, type Attempt } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { inviteTo, password } from '../support/console';
import { disputedSale } from '../support/disputed-sale';
import { describeOnShared } from '../support/on-each-bus';
import { destinations, onboard, type Seller } from '../support/sellers';

const screens = [
  '',
  'charges',
  'payment-links',
  'held',
  'disputes',
  'receivables',
  'payouts',
  'deliveries',
  'keys',
  'requests',
  'device',
  'endpoints',
  'events',
  'sandbox',
  'settings',
  'team',
  'audit',
  'security',
  'refunds',
  'sellers',
  'sellers/new',
  'sellers/import',
  'payout-runs',
  'statement',
  'ledger',
  'fees',
  'closing',
];

/** A telephone with a finger on it, as Chromium simulates one. */
const putDeviceInto = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { devtools, authenticatorId };
};

const chaosOf = async (sandboxUrl: string): Promise<unknown> => (await fetch(`${sandboxUrl}/sandbox/chaos`)).json();

/** It cannot be read on light paper: black on it, and our colour for links. */
const brandColor = '#ffd400';

/** No other suite has a seller of this number. */
const sellerNumber = 7_001;

const screensOfStaff = ['sellers', 'statement', 'ledger', 'closing?books=PLATFORM', 'settlement', 'payout-runs'];

describeWithChromium('a merchant’s people', () => {
  describeOnShared('postgres', 'with the console in a browser', (stack) => {
    let browser: Browser;
    let owner: Payer;
    let charge: Attempt;
    let seller: Seller;
    let disputeId: string;

    beforeAll(async () => {
      browser = await launchBrowser();
      owner = await openPayer(browser, { viewport: laptop });
      const merchant = await MerchantApi.signIn(stack.file, stack.file.merchant);
      charge = (await merchant.createPixCharge({ externalReference: 'console-1' })).body;
      await merchant.pay(charge.checkoutMeta.emv);
      disputeId = await disputedSale(merchant);
      const staff = await MerchantApi.signIn(stack.file, stack.file.admin);
      seller = await onboard(merchant, staff, sellerNumber, destinations.document);
    });
    afterAll(async () => {
      await owner.close();
      await browser.close();
    });

    const open = async ({ page }: Payer, path: string): Promise<void> => {
      await page.goto(stack.file.consoleUrl + path);
      await page.waitForSelector('main.screen h1');
      await page.waitForSelector('[aria-busy="true"]', { state: 'detached' });
    };

    const csvOf = async ({ page }: Payer): Promise<string> => (await page.getAttribute('a[download]', 'href')) ?? '';

    it('begins with an invitation, whose form says what is wrong', async () => {
      const { secret } = await inviteTo(stack.file, stack.file.merchant.userId, 'OWNER');
      const { page } = owner;
      await page.goto(`${stack.file.consoleUrl}/invitation?secret=${secret}`);
      await page.fill('#name', 'Ana Souza');
      await page.fill('#password', 'aaaaaaaaaaaaaaaaaaaa');
      await page.click('button[type=submit]');
      expect(await page.textContent('.fault')).toContain('15');
      expect(await audit(page)).toEqual(faultless);
      await page.fill('#password', password);
      await page.click('button[type=submit]');

      await page.waitForSelector('main.screen h1');
      expect(await page.textContent('.who')).toContain('Ana Souza');
    });

    it('finds a charge, explains it cent by cent, and gives a part of it back', async () => {
      const { page } = owner;
      await open(owner, '/charges?externalReference=console-1');
      await page.click('td a');
      await page.waitForSelector(`code:has-text("${charge.chargeId}")`);
      await page.waitForSelector('ol.timeline li:has-text("Cobrança paga")');
      await page.fill('input[name=at]', '2026-01-01T00:00');
      await page.click('form:has(input[name=at]) button[type=submit]');
      await page.waitForSelector('ol.timeline li', { state: 'detached' });
      await page.click('form:has(input[name=at]) button:has-text("Limpar")');
      await page.waitForSelector('ol.timeline li:has-text("Cobrança paga")');
      await page.waitForSelector('button:has-text("Devolver")');
      await page.click('button:has-text("Devolver")');
      await page.fill('dialog input[inputmode=decimal]', '30.00');
      await page.waitForSelector('dialog tbody tr');
      expect(await audit(page)).toEqual(faultless);
      await page.click('dialog button[type=submit]');

      const merchant = await MerchantApi.signIn(stack.file, stack.file.merchant);
      await eventuallyHolds(async () => {
        const { body } = await merchant.get<{ data: object[] }>(`/charge/${charge.chargeId}/refunds`);
        expect(body.data).toMatchObject([{ amount: '30.00', status: 'SUCCEEDED' }]);
      });
      await open(owner, '/audit');
      expect(await page.textContent('tbody')).toMatch(/Ana Souza.*Pediu uma devolução/);
    });

    it('finds charges by what the address asks for, and downloads all of them', async () => {
      const { page } = owner;
      const filters = 'from=2026-01-01&method=PIX&minAmount=30,00&externalReference=console-1';
      await open(owner, `/charges?${filters}&hasRefund=true&orderBy=PAID_AT`);
      await page.waitForSelector(`td a[href*="${charge.chargeId}"]`);
      expect(await audit(page)).toEqual(faultless);
      expect(await csvOf(owner)).toContain('hasRefund=true');
      const file = await page.context().request.get(stack.file.consoleUrl + (await csvOf(owner)));
      expect(await file.text()).toMatch(new RegExp(`Criada em;.*\\r\\n.*console-1.*${charge.chargeId}`));

      await page.selectOption('select[name=hasDispute]', 'true');
      await page.click('form[role=search] button[type=submit]');
      await page.waitForURL(/hasDispute=(%22)?true/);
      await page.waitForSelector(`td a[href*="${charge.chargeId}"]`, { state: 'detached' });
      expect(await csvOf(owner)).toContain('hasDispute=true');
    });

    it('begins the day at home, where every number leads to what it counts', async () => {
      const { page } = owner;
      await eventuallyHolds(async () => {
        await open(owner, '/');
        expect(await page.textContent('.tile:has-text("Pago") b')).toContain('190,00');
      });
      expect(await page.$$('svg.bars:not(.swatch) rect.part-0')).toHaveLength(30);
      expect(await page.textContent('.unseen table')).toContain('R$');
      await page.click('.tile:has-text("Pago") a');
      await page.waitForURL(/\/charges\?.*paidFrom=/);
      await page.waitForSelector(`td a[href*="${charge.chargeId}"]`);
    });

    it('shows who has nothing yet the way to a first paid charge', async () => {
      const staff = await MerchantApi.signIn(stack.file, stack.file.admin);
      const { body: user } = await staff.post<{ readonly id: number }>('/users', {
        ...{ email: `new-${seller.email}`, name: 'New', profile: 'CUSTOMER' },
      });
      const { secret } = await inviteTo(stack.file, user.id, 'OWNER');
      const visitor = await openPayer(browser, { viewport: phone, locale: 'en-US' });
      const { page } = visitor;
      await page.goto(`${stack.file.consoleUrl}/invitation?secret=${secret}`);
      await page.fill('#name', 'Dora');
      await page.fill('#password', password);
      await page.click('button[type=submit]');
      await page.waitForSelector('code:has-text("trigger charge.paid")');
      expect(await page.textContent('main')).toContain('Nothing waits for you.');
      expect(await audit(page)).toEqual(faultless);
      expect(visitor.complaints).toEqual([]);
      await visitor.close();
    });

    it('answers a dispute with evidence, after it has seen what comes of that', async () => {
      const { page } = owner;
      await open(owner, '/disputes?isAwaitingAnswer=true&orderBy=RESPOND_BY');
      expect(await page.textContent('tbody')).toMatch(/em \d+ dias/);
      expect(await audit(page)).toEqual(faultless);
      await page.click(`td a[href*="${disputeId}"]`);
      await page.waitForSelector('h2:has-text("Provas")');
      await page.waitForSelector('td:has-text("90,00")');
      const file = { name: 'entrega.pdf', mimeType: 'application/pdf' };
      await page.setInputFiles('input[type=file]', { ...file, buffer: Buffer.from('no PDF') });
      await page.click('button:has-text("Adicionar prova")');
      await page.waitForSelector('[role=alert] li');
      expect(await audit(page)).toEqual(faultless);
      for (const name of ['entrega.pdf', 'outra.pdf']) {
        await page.setInputFiles('input[type=file]', { ...file, name, buffer: Buffer.from(`%PDF-1.7 ${name} %%EOF`) });
        await page.click('button:has-text("Adicionar prova")');
        await page.waitForSelector(`td a:has-text("${name}")`);
      }
      await page.click('tr:has-text("outra.pdf") button');
      await page.waitForSelector('td a:has-text("outra.pdf")', { state: 'detached' });
      const path = (await page.getAttribute('td a[download]', 'href')) ?? '';
      const download = await page.context().request.get(stack.file.consoleUrl + path);
      expect([await download.text(), download.headers()]).toMatchObject([
        '%PDF-1.7 entrega.pdf %%EOF',
        { 'x-content-type-options': 'nosniff', 'content-disposition': "attachment; filename*=UTF-8''entrega.pdf" },
      ]);

      await page.setViewportSize(phone);
      expect(await audit(page)).toEqual(faultless);
      await page.setViewportSize(laptop);
      await page.click('button:has-text("Responder")');
      await page.waitForSelector('dialog [role=status]:has-text("CIELO 1 prova")');
      await page.selectOption('dialog select', 'ACCEPT');
      await page.waitForSelector('dialog [role=status]:has-text("então é perdido")');
      await page.selectOption('dialog select', 'CONTEST');
      await page.fill('dialog textarea', 'O comprovante está assinado.');
      expect(await audit(page)).toEqual(faultless);
      await page.click('dialog button[type=submit]');
      await page.waitForSelector('dd:has-text("O comprovante está assinado.")');
      expect(await page.$('input[type=file]')).toBeNull();

      const merchant = await MerchantApi.signIn(stack.file, stack.file.merchant);
      await eventuallyHolds(async () => {
        const { body } = await merchant.get<object>(`/disputes/${disputeId}`);
        expect(body).toMatchObject({ status: 'OPEN', decision: 'CONTEST', evidenceCount: 1 });
      });
    });

    it('turns a second factor on, and a proof is asked for before somebody is let in', async () => {
      const { page } = owner;
      await open(owner, '/security');
      await page.fill('input[name=password]', password);
      await page.click('button:has-text("Ativar")');
      const secret = (await page.textContent('.card code')) ?? '';
      await page.fill('input[name=code]', new TOTP({ secret }).generate());
      await page.click('button:has-text("Confirmar")');
      await page.waitForSelector('.notice.good');
      await open(owner, '/team');
      await page.fill('input[name=email]', `bia-${charge.chargeId.slice(-6).toLowerCase()}@repasse.example`);
      await page.click('button:has-text("Convidar")');
      const link = (await page.textContent('.notice.good code')) ?? '';

      const colleague = await openPayer(browser, { viewport: phone, colorScheme: 'dark', locale: 'en-US' });
      await colleague.page.goto(link);
      await colleague.page.fill('#name', 'Bia');
      await colleague.page.fill('#password', password);
      await colleague.page.click('button[type=submit]');
      await colleague.page.waitForSelector('main.screen h1');
      const navigation = (await colleague.page.textContent('nav')) ?? '';
      expect(navigation).toContain('Charges');
      expect(navigation).not.toMatch(/Payouts|API keys|Audit/);
      expect(colleague.complaints).toEqual([]);
      await colleague.close();
    });

    it('adds a passkey, and signs in with nothing else', async () => {
      const { page } = owner;
      await putDeviceInto(page);
      await open(owner, '/security');
      await page.fill('input[name=passkeyName]', 'Telefone da Ana');
      await page.fill('section:has(input[name=passkeyName]) input[name=password]', password);
      await page.click('button:has-text("Adicionar chave de acesso")');
      await page.waitForSelector('td:has-text("Telefone da Ana")');
      expect(await audit(page)).toEqual(faultless);

      await page.click('header button:has-text("Sair")');
      await page.waitForSelector('#passkey button');
      expect(await audit(page)).toEqual(faultless);
      await page.click('#passkey button');
      await page.waitForSelector('main.screen h1');
      expect(await page.textContent('.who')).toContain('Ana Souza');
      await open(owner, '/audit');
      expect(await page.textContent('tbody')).toContain('Adicionou uma chave de acesso');
    });

    it('asks for a passkey where something is taken away, in a session that has proven nothing', async () => {
      const { secret, email } = await inviteTo(stack.file, stack.file.merchant.userId, 'OWNER');
      const [one, other] = [
        await openPayer(browser, { viewport: laptop }),
        await openPayer(browser, { viewport: phone }),
      ];
      await one.page.goto(`${stack.file.consoleUrl}/invitation?secret=${secret}`);
      await one.page.fill('#name', 'Caio');
      await one.page.fill('#password', password);
      await one.page.click('button[type=submit]');
      await one.page.waitForSelector('main.screen h1');
      await other.page.goto(`${stack.file.consoleUrl}/sign-in`);
      await other.page.fill('#email', email);
      await other.page.fill('#password', password);
      await other.page.click('button[type=submit]');
      await other.page.waitForSelector('main.screen h1');
      const [made, used] = [await putDeviceInto(one.page), await putDeviceInto(other.page)];
      await open(one, '/security');
      await one.page.fill('input[name=passkeyName]', 'Chaveiro');
      await one.page.fill('section:has(input[name=passkeyName]) input[name=password]', password);
      await one.page.click('button:has-text("Adicionar chave de acesso")');
      await one.page.waitForSelector('td:has-text("Chaveiro")');
      const { credentials } = await made.devtools.send('WebAuthn.getCredentials', {
        authenticatorId: made.authenticatorId,
      });
      for (const credential of credentials)
        await used.devtools.send('WebAuthn.addCredential', { authenticatorId: used.authenticatorId, credential });

      await open(other, '/security');
      await other.page.click('button[aria-label="Remover: Chaveiro"]');
      await other.page.waitForSelector('dialog button:has-text("Usar chave de acesso")');
      expect(await audit(other.page)).toEqual(faultless);
      await other.page.click('dialog button:has-text("Usar chave de acesso")');
      await other.page.waitForSelector('td:has-text("Chaveiro")', { state: 'detached' });
      expect(await audit(other.page)).toEqual(faultless);
      expect(one.complaints.concat(other.complaints).filter((told) => !told.includes('403'))).toEqual([]);
      await one.close();
      await other.close();
    });

    it('adds an endpoint, whose secret is shown once, and finds the charge again from there', async () => {
      const { page } = owner;
      await open(owner, '/endpoints');
      await page.click('button:has-text("Adicionar endereço")');
      await page.fill('input[name=url]', 'https://merchant.example/hooks');
      await page.click('form button[type=submit]');
      expect(await page.textContent('.notice.good code')).toMatch(/^whsec_/);
      expect(await audit(page)).toEqual(faultless);
      await page.click('td a');
      await page.waitForSelector('h2:has-text("24 horas")');
      await page.waitForSelector('[aria-busy="true"]', { state: 'detached' });
      expect(await audit(page)).toEqual(faultless);

      await page.keyboard.press('Control+k');
      await page.fill('dialog input[type=search]', 'console-1');
      await page.waitForSelector('dialog .results a');
      expect(await audit(page)).toEqual(faultless);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/charges/${charge.chargeId}`);
    });

    it('says where a seller is paid, and when', async () => {
      const { page } = owner;
      await open(owner, '/sellers?externalReference=seller-7001');
      await page.click('td a');
      await page.waitForSelector('h1:has-text("Loja 7001")');
      await page.selectOption('select[name=type]', 'EMAIL');
      await page.fill('input[name=key]', 'loja7001@pix.example');
      await page.click('button:has-text("Adicionar chave PIX")');
      await page.click('button[aria-label^="Tornar padrão"]');
      await page.waitForSelector('td:has-text("@pix.example (padrão)")');
      await page.click('main section > p.actions button:has-text("Alterar")');
      await page.selectOption('dialog select[name=frequency]', 'THRESHOLD');
      await page.fill('dialog input[name=thresholdAmount]', '1000,00');
      expect(await audit(page)).toEqual(faultless);
      await page.click('dialog button[type=submit]');
      await page.waitForSelector('dd:has-text("1.000,00")');

      const merchant = await MerchantApi.signIn(stack.file, stack.file.merchant);
      const { body } = await merchant.get<object>(`/payout-schedule?user_id=${String(seller.userId)}`);
      expect(body).toMatchObject({ frequency: 'THRESHOLD', thresholdAmount: '1000.00', keepAmount: '0.00' });
    });

    it('registers a seller, and says in which field something is wrong', async () => {
      const { page } = owner;
      await open(owner, '/sellers');
      await page.click('a[href^="/sellers/new"]');
      // The list has filters of the same names.
      await page.waitForSelector('h1:has-text("Cadastrar vendedor")');
      await page.fill('input[name=name]', 'Loja de Bia');
      await page.fill('input[name=email]', `bia-${charge.chargeId.slice(-6).toLowerCase()}@loja.example`);
      await page.fill('input[name=document]', '529.982.247-26');
      await page.fill('input[name="address.city"]', 'Campinas');
      await page.click('form button[type=submit]');
      await page.waitForSelector('input[name=document][aria-invalid=true]');
      expect(await page.textContent('label:has(input[name="address.street"]) .fault')).toBe('Digite a rua.');
      expect(await audit(page)).toEqual(faultless);
      await page.fill('input[name=document]', '390.533.447-05');
      await page.fill('input[name="address.city"]', '');
      await page.click('form button[type=submit]');
      await page.waitForSelector('h1:has-text("Loja de Bia")');
    });

    it('imports sellers, after showing which rows are refused', async () => {
      const { page } = owner;
      const email = (name: string) => `${name}-${charge.chargeId.slice(-6).toLowerCase()}@loja.example`;
      const rows = [
        'nome;e-mail;tipo;CPF/CNPJ',
        `Caio;${email('caio')};PF;111.444.777-35`,
        `Duda;${email('duda')};PF;1`,
      ];
      const file = {
        name: 'vendedores.csv',
        mimeType: 'application/vnd.ms-excel',
        buffer: Buffer.from(rows.join('\n')),
      };
      await open(owner, '/sellers/import');
      await page.setInputFiles('input[type=file]', file);
      await page.click('button:has-text("Importar")');
      await page.waitForSelector('td code:has-text("CPF/CNPJ"), td code:has-text("document")');
      expect(await page.textContent('[role=alert]')).toContain('Nada foi importado');
      expect(await audit(page)).toEqual(faultless);
      await page.click('button:has-text("Importar as outras linhas")');
      await page.waitForSelector('.notice.good:has-text("Cadastrados: 1. Já conhecidos: 0. Recusadas: 1.")');
      expect(await audit(page)).toEqual(faultless);
    });

    it('chooses a colour, and sees the payer’s page in it before it is saved', async () => {
      const { page } = owner;
      const preview = `getComputedStyle(document.querySelector('.checkout-preview .pressed'))`;
      await open(owner, '/settings');
      await page.fill('input[name=displayName]', 'Loja da Ana');
      await page.fill('input[name=brandColor]', brandColor);
      expect(await page.textContent('.checkout-preview b')).toBe('Loja da Ana');
      expect(await page.evaluate(`[${preview}.backgroundColor, ${preview}.color]`)).toEqual([
        'rgb(255, 212, 0)',
        'rgb(0, 0, 0)',
      ]);
      expect(await audit(page)).toEqual(faultless);
      await page.click('form:has(input[name=brandColor]) button[type=submit]');
      await page.waitForSelector('[role=status]:has-text("Feito."), input[name=brandColor]');

      const merchant = await MerchantApi.signIn(stack.file, stack.file.merchant);
      await eventuallyHolds(async () => {
        const { body } = await merchant.get<object>('/profile');
        expect(body).toMatchObject({ displayName: 'Loja da Ana', brandColor });
      });
      await eventuallyHolds(async () => {
        await open(owner, '/audit');
        expect(await page.textContent('tbody')).toContain(brandColor);
      });
      const made = await merchant.post<{ readonly checkoutUrl: string }>('/charge', {
        ...{ grossAmount: '11.00', currency: 'BRL' },
      });
      await eventuallyHolds(async () => {
        expect(await (await fetch(made.body.checkoutUrl)).text()).toContain(`--fill:${brandColor}`);
      });
    });

    it('opens a seller’s window, under the merchant’s name, in which nothing is changed', async () => {
      const { page } = owner;
      await open(owner, `/sellers/${String(seller.userId)}`);
      await page.click('button:has-text("Criar link")');
      const address = (await page.textContent('.notice.good code')) ?? '';
      const visitor = await openPayer(browser, { viewport: phone, colorScheme: 'dark', locale: 'pt-BR' });
      await visitor.page.goto(address);
      expect(await audit(visitor.page)).toEqual(faultless);
      await visitor.page.click('button[type=submit]');
      await visitor.page.waitForSelector('.tile b');
      const merchant = await MerchantApi.signIn(stack.file, stack.file.merchant);
      const { body: profile } = await merchant.get<{ readonly displayName?: string }>('/profile');
      expect(await visitor.page.textContent('.product')).toContain(profile.displayName ?? 'Seus recebimentos');
      for (const screen of ['', 'receivables', 'payouts', 'statement', 'ledger']) {
        await open(visitor, `/${screen}`);
        expect([screen, await visitor.page.$('[role=alert]'), await audit(visitor.page)]).toEqual([
          screen,
          null,
          faultless,
        ]);
      }
      expect(await visitor.page.textContent('nav')).not.toMatch(/Cobranças|Segurança|Equipe/);
      const fill = 'getComputedStyle(document.documentElement).getPropertyValue("--fill")';
      expect(await visitor.page.evaluate(fill)).toBe(brandColor);
      await visitor.page.click('button:has-text("Fechar")');
      await visitor.page.waitForURL(/\/sign-in/);
      expect(visitor.complaints).toEqual([]);
      await visitor.close();
    });

    it('leads from a sum of the statement to its entries, and from an entry to its charge', async () => {
      const { page } = owner;
      await open(owner, '/statement');
      await page.click('td a');
      await page.waitForURL(/\/ledger\?.*account=/);
      await page.click(`td a[href*="${charge.chargeId}"]`);
      await page.waitForSelector(`dl.facts code:has-text("${charge.chargeId}")`);
      await page.waitForSelector('h2:has-text("Webhooks")');
    });

    it('shows staff the books of the platform, and what a seller has', async () => {
      const staff = await MerchantApi.signIn(stack.file, stack.file.admin);
      const platform = { email: `platform-${seller.email}`, name: 'Platform', profile: 'OPERATOR' };
      const { body: user } = await staff.post<{ readonly id: number }>('/users', platform);
      const { secret } = await inviteTo(stack.file, user.id, 'STAFF_OPERATOR');
      const visitor = await openPayer(browser, { viewport: laptop });
      const { page } = visitor;
      await page.goto(`${stack.file.consoleUrl}/invitation?secret=${secret}`);
      await page.fill('#name', 'Caio');
      await page.fill('#password', password);
      await page.click('button[type=submit]');
      await page.waitForSelector('main.screen h1');
      for (const screen of screensOfStaff) {
        await open(visitor, `/${screen}`);
        expect([screen, await page.$('[role=alert]'), await audit(page)]).toEqual([screen, null, faultless]);
      }
      await open(visitor, `/sellers/${String(seller.userId)}`);
      await page.waitForSelector('h3:has-text("Passos da verificação")');
      await page.waitForSelector('.tile b');
      expect(await audit(page)).toEqual(faultless);
      expect(visitor.complaints).toEqual([]);
      await visitor.close();
    });

    it('pays a charge as its payer would, and has a provider fall silent', async () => {
      const { page } = owner;
      await open(owner, '/sandbox');
      await page.click('button:has-text("Criar uma cobrança")');
      await page.click('tr:has-text("R$ 10,00") button:has-text("Pagar no sandbox")');
      await page.waitForSelector('dialog select[name=attemptId]');
      expect(await audit(page)).toEqual(faultless);
      await page.click('dialog button[type=submit]');
      await page.waitForSelector('dialog', { state: 'detached' });

      // Its payer has not chosen a way to pay.
      await page.click('tr:has-text("R$ 11,00") button:has-text("Pagar no sandbox")');
      await page.click('dialog button:has-text("Gerar código PIX")');
      await page.click('dialog form button[type=submit]');
      await page.waitForSelector('dialog', { state: 'detached' });

      const merchant = await MerchantApi.signIn(stack.file, stack.file.merchant);
      const { body: waiting } = await merchant.createPixCharge({ externalReference: 'console-sandbox' });
      await open(owner, `/charges/${waiting.chargeId}`);
      await page.click('button:has-text("Pagar no sandbox")');
      await page.fill('dialog input[name=amount]', '101,00');
      await page.click('dialog button[type=submit]');
      await page.waitForSelector('dialog', { state: 'detached' });
      // Nobody reads it anew: a charge that waits is watched.
      await page.waitForSelector('dl.facts .status:has-text("Pago")');
      expect(await audit(page)).toEqual(faultless);

      await open(owner, '/sandbox');
      await page.selectOption('select[name=verification]', 'silent');
      await eventuallyHolds(async () => {
        expect(await chaosOf(stack.file.sandboxUrl)).toMatchObject({ verification: { timeoutRate: 1 } });
      });
      await page.click('button:has-text("Todos normais")');
      await eventuallyHolds(async () => {
        expect(await chaosOf(stack.file.sandboxUrl)).toMatchObject({ verification: { timeoutRate: 0 } });
      });
      await open(owner, '/audit');
      expect(await page.textContent('tbody')).toMatch(/Ana Souza.*Pagou uma cobrança no sandbox/);
    });

    it.each([
      ['a laptop', { viewport: laptop, locale: 'pt-BR' }],
      ['a phone in the dark', { viewport: phone, colorScheme: 'dark', locale: 'pt-BR' }],
    ] as const)('shows every screen without a fault on %s', async (_device, options) => {
      const visitor = await openPayer(browser, { ...options, storageState: await owner.page.context().storageState() });
      for (const screen of screens) {
        await open(visitor, `/${screen}`);
        expect([screen, await audit(visitor.page)]).toEqual([screen, faultless]);
      }
      const details = [`charges/${charge.chargeId}`, `sellers/${String(seller.userId)}`, `disputes/${disputeId}`];
      for (const page of details) {
        await open(visitor, `/${page}`);
        expect([page, await audit(visitor.page)]).toEqual([page, faultless]);
      }
      expect(visitor.complaints).toEqual([]);
      await visitor.close();
    });

    it('logs nothing that the browser complains of', () => {
      expect(owner.complaints).toEqual([]);
    });
  });
});
