import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { laptop, openPayer, phone, type Payer } from '@repasse/checkout-kit/testing/payer';
import { eventually } from '@repasse/chassis/testing/eventually';
import { addDays, dayAt } from '@repasse/values/brasilia-time';
import { type Browser } from 'playwright-core';
import { MerchantApi } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { newProvenPerson, openScreen, signIn } from '../support/console';
import { disputedSale } from '../support/disputed-sale';
import { focused, usable, walkByKeyboard } from '../support/keyboard';
import { describeOnMovingClock } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';
import { destinations, onboard, type Seller } from '../support/sellers';

const app = join(__dirname, '../../services/console/app/src');
const found = (file: string, pattern: RegExp): readonly string[] =>
  [...readFileSync(join(app, file), 'utf8').matchAll(pattern)].map(([, path = '']) => path);

/** Every screen that there is: a new one is walked without a word here. */
const paths = found('router.tsx', /^ {2}screen\('([^']+)'/gm);
const pathsOfStaff = found('ui/shell.tsx', /to: '([^']+)'[^}]*isForStaff: true/g);
const isForStaff = (path: string): boolean => pathsOfStaff.some((each) => path.startsWith(each));

const dayMs = 86_400_000;
/** No other suite has a seller of this number. */
const sellerNumber = 7_301;

interface Listed {
  readonly data: readonly { readonly id: string }[];
}

describeWithChromium('somebody without a mouse', () => {
  describeOnMovingClock('in the console', (stack) => {
    let browser: Browser;
    let owner: Payer;
    let staff: Payer;
    let seller: Seller;
    /** What the parameters of paths stand for. */
    const things = new Map<string, string>();

    const signedIn = async (userId: number, role: string): Promise<Payer> => {
      const nowMs = await sandboxWorld(stack.file).nowMs();
      const person = await newProvenPerson(stack.file, userId, role, nowMs);
      const visitor = await openPayer(browser, { viewport: laptop });
      await visitor.page.clock.setFixedTime(nowMs);
      // A code counts once, and the first was for its enrolment.
      await signIn(visitor.page, stack.file, person, nowMs + 30_000);
      return visitor;
    };
    const open = ({ page }: Payer, path: string): Promise<void> => openScreen(page, stack.file, path);
    const firstOf = async (api: MerchantApi, path: string): Promise<string> =>
      eventually(async () => {
        const { body, text } = await api.get<Listed>(path);
        const [first] = body.data;
        if (first === undefined) throw new Error(`${path} has nothing: ${text}`);
        return first.id;
      });

    const makeThings = async (): Promise<void> => {
      let merchant = await MerchantApi.signIn(stack.file);
      const admin = await MerchantApi.signIn(stack.file, stack.file.admin);
      seller = await onboard(merchant, admin, sellerNumber, destinations.document);
      await merchant.put(`/payout-schedule?user_id=${String(seller.userId)}`, {
        ...{ frequency: 'DAILY', businessDaysOnly: false, keepAmount: '20.00' },
      });
      const split = [{ recipientEmail: seller.email, kind: 'PERCENT', percent: 50 }];
      const { body: charge } = await merchant.createPixCharge({ externalReference: 'keyboard', split });
      await merchant.pay(charge.checkoutMeta.emv);
      const link = await merchant.post<{ readonly id: string }>('/payment-links', {
        ...{ title: 'Pão', amount: '5.00', currency: 'BRL' },
      });
      const endpoint = await merchant.post<{ readonly id: string }>('/webhook-endpoints', {
        ...{ url: merchant.inboxUrl('keyboard'), description: 'Loja', eventTypes: ['*'] },
      });
      things.set('disputeId', await disputedSale(merchant));
      await eventually(async () => (await merchant.charge(charge.chargeId)).status === 'PAID');
      merchant = await sandboxWorld(stack.file).moveClockBy(2 * dayMs);
      const payout = await merchant.post<{ readonly id: string }>('/withdrawals', {
        ...{ amount: '10.00', userId: seller.userId, destinationId: seller.destinationId },
      });
      expect(payout.status).toBe(201);
      const operator = await MerchantApi.signIn(stack.file, stack.file.admin);
      const today = dayAt(new Date(await sandboxWorld(stack.file).nowMs()));
      await operator.post('/statement-checks', { date: addDays(today, -1) });
      things
        .set('chargeId', charge.chargeId)
        .set('linkId', link.body.id)
        .set('endpointId', endpoint.body.id)
        .set('recipientId', String(seller.userId))
        .set('batchId', await firstOf(merchant, '/payout-batches'))
        .set('payoutId', payout.body.id)
        .set('checkId', await firstOf(operator, '/statement-checks'));
    };

    /** An address with things of ours in the places of its parameters. */
    const addressOf = (path: string): string =>
      path.replaceAll(/\$(\w+)/g, (_, name: string) => {
        const thing = things.get(name);
        if (thing === undefined) throw new Error(`Make a thing for $${name} of ${path} above.`);
        return thing;
      });

    beforeAll(async () => {
      browser = await launchBrowser();
      await makeThings();
      owner = await signedIn(stack.file.merchant.userId, 'OWNER');
      const admin = await MerchantApi.signIn(stack.file, stack.file.admin);
      const { body: platform } = await admin.post<{ readonly id: number }>('/users', {
        ...{ email: `keyboard-${seller.email}`, name: 'Plataforma', profile: 'OPERATOR' },
      });
      staff = await signedIn(platform.id, 'STAFF_OPERATOR');
    }, 180_000);
    afterAll(() => browser.close());

    it('finds the screens and those of staff', () => {
      expect(paths.length).toBeGreaterThan(30);
      expect(pathsOfStaff).toContain('/reconciliation');
    });

    it('would see what is wrong', async () => {
      const page = await browser.newPage();
      await page.setContent(`<button style="outline: none">Unseen</button><div>Click</div>
        <input name="trap" onkeydown="if (event.key === 'Tab') event.preventDefault()"><button>Behind it</button>`);
      await page.evaluate(`document.querySelector('div').__reactProps$of = { onClick: () => undefined }`);

      expect(await walkByKeyboard(page)).toEqual({
        ...{
          unreached: ['button Behind it'],
          clickOnly: ['div Click'],
          unseen: ['button Unseen'],
          traps: ['input trap'],
        },
      });
      await page.close();
    });

    it.each(paths)('reaches all of %s by Tab, and sees where the focus is', async (path) => {
      const who = isForStaff(path) ? staff : owner;
      await open(who, addressOf(path));

      expect(await walkByKeyboard(who.page)).toEqual(usable);
    });

    it('reaches all of the home screen and a list on a phone', async () => {
      const { page } = owner;
      await page.setViewportSize(phone);
      for (const path of ['/', '/charges']) {
        await open(owner, path);
        expect(await walkByKeyboard(page)).toEqual(usable);
      }
      await page.setViewportSize(laptop);
    });

    it('skips the navigation by the first link', async () => {
      const { page } = owner;
      await open(owner, '/charges');
      await page.focus('.skip');
      expect(await page.evaluate<boolean>(`document.activeElement.getBoundingClientRect().top >= 0`)).toBe(true);
      await page.keyboard.press('Enter');
      expect(await focused(page)).toMatch(/^main#screen/);
      await page.keyboard.press('Tab');
      expect(await page.evaluate<boolean>(`document.activeElement.closest('main') !== null`)).toBe(true);
    });

    it.each([
      ['/charges/$chargeId', 'main button:has-text("Devolver")'],
      ['/disputes/$disputeId', 'main button:has-text("Responder")'],
      ['/sellers/$recipientId', 'main section:has-text("Agenda de saques") button:has-text("Alterar")'],
      ['/events', 'main tbody button'],
    ])('opens a dialog of %s, stays in it, and comes back by Escape and by its button', async (path, opener) => {
      const { page } = owner;
      await open(owner, addressOf(path));
      const button = page.locator(opener).last();
      await button.waitFor();
      for (const close of ['Escape', 'button']) {
        await button.focus();
        const before = await focused(page);
        await page.keyboard.press('Enter');
        await page.waitForSelector('dialog[open]');
        await page.waitForSelector('dialog [aria-busy="true"]', { state: 'detached' });
        expect(await walkByKeyboard(page)).toEqual(usable);
        if (close === 'Escape') await page.keyboard.press('Escape');
        else {
          await page.locator('dialog button:has-text("Cancelar"), dialog button:has-text("Fechar")').last().focus();
          await page.keyboard.press('Enter');
        }
        await page.waitForSelector('dialog', { state: 'detached' });
        expect([close, await focused(page)]).toEqual([close, before]);
      }
    });

    it('opens the search by Ctrl K from a field, finds by Enter, and begins at the heading of what was found', async () => {
      const { page } = owner;
      await open(owner, '/charges');
      await page.focus('main select');
      const before = await focused(page);
      await page.keyboard.press('Control+k');
      await page.waitForSelector('dialog input[type=search]:focus');
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog', { state: 'detached' });
      expect(await focused(page)).toBe(before);

      await page.keyboard.press('Control+k');
      await page.waitForSelector('dialog input[type=search]:focus');
      await page.keyboard.type('keyboard');
      await page.waitForSelector('dialog .results a');
      expect(await walkByKeyboard(page)).toEqual(usable);
      await page.focus('dialog input[type=search]');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/charges/${things.get('chargeId') ?? ''}`);
      await page.waitForSelector('h1:focus');
    });

    it('leaves the browser nothing to complain of', () => {
      expect([owner.complaints, staff.complaints]).toEqual([[], []]);
    });
  });
});
