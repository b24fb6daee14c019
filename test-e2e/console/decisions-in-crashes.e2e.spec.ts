import { randomUUID } from 'node:crypto';
import { laptop, openPayer, type Payer } from '@repasse/checkout-kit/testing/payer';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { openSession } from '@repasse/chassis/postgres/session';
import { type Browser } from 'playwright-core';
import { MerchantApi } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { codeMs, newProvenPerson, openScreen, signIn } from '../support/console';
import { describeOn } from '../support/on-each-bus';

const recovery = { timeoutMs: 30_000, everyMs: 500 };

interface Rows {
  readonly data: readonly { readonly amount: string; readonly status: string }[];
}

/** Something decided in the browser, by one press that may be repeated. */
interface Decision {
  readonly operation: string;
  /** Where the request waits while the crash comes. */
  readonly service: string;
  readonly press: () => Promise<void>;
  /** Resolves when the page says that it was done. */
  readonly isDone: () => Promise<boolean>;
  /** What the API has of it in the end, which must be once. */
  readonly effects: () => Promise<readonly unknown[]>;
}

describeWithChromium('a decision', () => {
  describeOn('postgres', 'that is under way when a process dies', (stack) => {
    let browser: Browser;
    let person: Payer;
    let merchant: MerchantApi;
    let withdrawals = 0;

    beforeAll(async () => {
      browser = await launchBrowser();
      merchant = await MerchantApi.signIn(stack.file);
      await merchant.put('/payment-rules', { late: 'hold', overpaid: 'hold', duplicate: 'hold', underpaid: 'hold' });
      const owner = await newProvenPerson(stack.file, stack.file.merchant.userId, 'OWNER', Date.now());
      person = await openPayer(browser, { viewport: laptop });
      await signIn(person.page, stack.file, owner, Date.now() + codeMs);
      await paid('1000.00');
    });
    afterAll(() => browser.close());

    const paid = async (grossAmount: string, amount?: string): Promise<string> => {
      const { body } = await merchant.createPixCharge({ grossAmount });
      await merchant.pay(body.checkoutMeta.emv, amount);
      await eventuallyHolds(async () => {
        expect(await merchant.timelineTypes(body.chargeId)).toContain('repasse.split.settled.v1');
      });
      return body.chargeId;
    };

    /** Outcomes in the audit log, oldest first. */
    const outcomes = async (operation: string, object: string): Promise<readonly string[]> => {
      const session = await openSession({ url: `${stack.file.postgresUrl}/repasse_identity`, name: 'journey' });
      try {
        const rows = await session.query<{ outcome: string }>(
          `select coalesce(o.outcome, 'STARTED') as outcome from audit_entries a left join audit_outcomes o using (audit_id)
           where a.operation = $1 and a.object like $2 order by a.happened_at, a.audit_id`,
          [operation, `%${object}%`],
        );
        return rows.map(({ outcome }) => outcome);
      } finally {
        await session.close();
      }
    };

    const refund = async (): Promise<Decision & { readonly object: string }> => {
      const chargeId = await paid('100.00');
      const { page } = person;
      await openScreen(page, stack.file, `/charges/${chargeId}`);
      await page.click('button:has-text("Devolver")');
      await page.fill('dialog input[inputmode=decimal]', '30,00');
      await page.waitForSelector('dialog tbody tr');
      return {
        ...{ operation: 'requestChargeRefund', service: 'charge', object: chargeId },
        press: () => page.click('dialog button[type=submit]'),
        isDone: async () => (await page.$('dialog')) === null,
        effects: async () => (await merchant.get<Rows>(`/charge/${chargeId}/refunds`)).body.data,
      };
    };

    const held = async (): Promise<Decision & { readonly object: string }> => {
      const chargeId = await paid('100.00', '120.00');
      const { page } = person;
      await openScreen(page, stack.file, `/charges/${chargeId}`);
      const button = 'table button:has-text("Devolver")';
      await page.waitForSelector(button);
      return {
        ...{ operation: 'resolveHeldPayment', service: 'charge', object: chargeId },
        press: () => page.click(button),
        isDone: async () => (await page.$(button)) === null,
        effects: async () => {
          const types = await merchant.timelineTypes(chargeId);
          return types.filter((type) => type === 'repasse.charge.surplus_refunded.v1');
        },
      };
    };

    /** No screen has it yet, so a page of the console asks as a screen does, and keeps its key. */
    const withdrawal = async (): Promise<Decision & { readonly object: string }> => {
      const { page } = person;
      const key = randomUUID();
      const payAddress = `0x${String((withdrawals += 1)).padStart(40, '6')}`;
      const ask = `fetch('/api/withdrawals', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': '${key}' },
        body: JSON.stringify({ amount: '50.00', payCurrency: 'usdtbsc', payAddress: '${payAddress}' }),
      }).then(({ status }) => (window.withdrawn = status), () => (window.withdrawn = 0))`;
      await page.evaluate('window.withdrawn = undefined');
      const before = (await merchant.get<Rows>('/payouts')).body.data.length;
      return {
        ...{ operation: 'requestWithdrawal', service: 'split-settlement', object: '/withdrawals' },
        press: async () => void (await page.evaluate(`void ${ask}`)),
        isDone: async () => (await page.evaluate('window.withdrawn')) === 201,
        effects: async () => (await merchant.get<Rows>('/payouts')).body.data.slice(before),
      };
    };

    /** Filled with the keys under which the page asks for changes from now on. */
    const keysFromNowOn = (): readonly string[] => {
      const keys: string[] = [];
      person.page.on('request', (request) => {
        const key = request.headers()['idempotency-key'];
        if (request.method() === 'POST' && key !== undefined) keys.push(key);
      });
      return keys;
    };

    /** As a person does who is told that it did not work. A button that is going away cannot be pressed. */
    const pressUntilDone = (press: () => Promise<void>, isDone: () => Promise<boolean>): Promise<unknown> =>
      eventually(async () => {
        if (await isDone()) return true;
        await press().catch(() => undefined);
        return undefined;
      }, recovery);

    const decisions = [
      ['a refund', refund],
      ['money that is held', held],
      ['a withdrawal', withdrawal],
    ] as const;

    it.each(decisions)('is made once when the console dies: %s', async (_, prepare) => {
      const { operation, object, service, press, isDone, effects } = await prepare();
      const before = (await outcomes(operation, object)).length;
      const ours = async () => (await outcomes(operation, object)).slice(before);
      const keys = keysFromNowOn();
      await stack.whileFrozen(service, async () => {
        await press();
        await eventuallyHolds(async () => expect(await ours()).toEqual(['STARTED']));
        await stack.kill('console');
      });
      await stack.startService('console');

      await pressUntilDone(press, isDone);
      expect(new Set(keys).size).toBe(1);
      expect(keys.length).toBeGreaterThan(1);
      await eventuallyHolds(async () => expect(await effects()).toHaveLength(1), recovery);
      // What became of the first is told by nobody: the console that knew has died.
      await eventuallyHolds(async () => {
        const told = await ours();
        expect([told[0], told.at(-1)]).toEqual(['STARTED', 'DONE']);
      });
    });

    it.each(decisions)('is made once when identity dies, which cannot say that it was: %s', async (_, prepare) => {
      const { operation, object, service, press, isDone, effects } = await prepare();
      const before = (await outcomes(operation, object)).length;
      const ours = async () => (await outcomes(operation, object)).slice(before);
      await stack.whileFrozen(service, async () => {
        await press();
        await eventuallyHolds(async () => expect(await ours()).toEqual(['STARTED']));
        await stack.kill('identity');
      });
      // The outcome is told to nobody meanwhile; the page has its answer all the same, or repeats under the same key.
      await eventually(async () => (await isDone()) || undefined, { timeoutMs: 5_000 }).catch(() => undefined);
      await stack.startService('identity');
      await pressUntilDone(press, isDone);

      await eventuallyHolds(async () => expect(await effects()).toHaveLength(1), recovery);
      expect((await ours())[0]).toBe('STARTED');
    });

    it('leaves the books balanced and the browser nothing to complain of', async () => {
      await eventuallyHolds(async () => expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true }));
      expect(person.complaints).toEqual([]);
    });
  });
});
