import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openSession } from '@repasse/chassis/postgres/session';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi } from '../support/api';
import { shellBlocks } from '../support/guide';
import { describeOnShared } from '../support/on-each-bus';
import { typeStep } from '../support/runbook';

/** In the order of the pages; a step that is added or removed must be typed here, too. */
const [tried, done, verified, broughtBack, ...others] = shellBlocks('docs/operations/archive.md');
const erasing = shellBlocks('docs/operations/erasing-a-payer.md');

const testTimeoutMs = 240_000;
const payer = { name: 'Zenaide Quitéria', email: 'zenaide@example.com', document: '11144477735' };

/** As if nothing had happened to a charge for three years. Entries of the ledger cannot be changed, so they stay young. */
const aging: readonly (readonly [database: string, sql: string])[] = [
  ['charge', `update charges set updated_at = updated_at - interval '3 years' where charge_id = $1`],
  ['payment_gateway', `update payments set updated_at = updated_at - interval '3 years' where charge_id = $1`],
  ['invoice_query', `update charges set updated_at = updated_at - interval '3 years' where charge_id = $1`],
  [
    'invoice_query',
    `update received_events set envelope = jsonb_set(envelope::jsonb, '{time}',
       to_jsonb(to_char((envelope ->> 'time')::timestamptz at time zone 'UTC' - interval '3 years', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::json
     where envelope -> 'data' ->> 'chargeId' = $1`,
  ],
];

describeOnShared('postgres', 'the runbooks of the archive and of erasing a payer, run as written', (stack) => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-archive-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const age = async (chargeId: string): Promise<void> => {
    for (const [database, sql] of aging) {
      const session = await openSession({ url: `${stack.file.postgresUrl}/repasse_${database}`, name: 'test' });
      try {
        await session.query(sql, [chargeId]);
      } finally {
        await session.close();
      }
    }
  };
  const archivedText = (): string =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.gz'))
      .map((name) => gunzipSync(readFileSync(join(folder, name))).toString('utf8'))
      .join('');

  it(
    'an archived charge is brought back as it was, and without its payer once they are erased',
    async () => {
      expect(others).toEqual([]);
      const merchant = await MerchantApi.signIn(stack.file);
      const { body: attempt } = await merchant.createPixCharge({ customerMeta: { ...payer, source: 'PRE_FILLED' } });
      const { chargeId, invoiceId } = attempt;
      await merchant.pay(attempt.checkoutMeta.emv);
      const told = ['repasse.charge.paid.v1', 'repasse.split.settled.v1'];
      await eventuallyHolds(async () => {
        const { entries } = (await merchant.get<{ entries: { type: string }[] }>(`/charge/${chargeId}/timeline`)).body;
        expect(entries.map(({ type }) => type)).toEqual(expect.arrayContaining(told));
      });
      const paths = [`/charge/${chargeId}`, `/charge/${chargeId}/timeline`, `/invoices/payment-gateway/${invoiceId}`];
      const answers = () => Promise.all(paths.map((path) => merchant.get<object>(path)));
      await age(chargeId);
      const before = await answers();

      const variables = { DATA: stack.dataFolder, ARCHIVE_DIR: folder, BY: 'Rita', CHARGE: chargeId };
      expect(await typeStep(tried ?? '', variables)).toMatch(/charges +\d{4}-\d\d +1\b/);
      expect(await typeStep(done ?? '', variables)).toContain('1 written, 1 taken out');
      expect((await answers()).map(({ status }) => status)).toEqual([410, 410, 410]);
      expect(await typeStep(verified ?? '', variables)).not.toContain('damaged');
      const text = archivedText();
      expect(text).toContain(chargeId);
      for (const value of Object.values(payer)) expect(text).not.toContain(value);

      const erased = { ...variables, MERCHANT: String(stack.file.merchant.userId), PAYER: payer.document };
      const receipts = await typeStep(erasing.join('\n'), erased);
      expect(receipts).toMatch(/"outcome":"ERASED"[^]*NOBODY_FOUND/);

      expect(await typeStep(broughtBack ?? '', variables)).toMatch(/(Brought back: 1\.[^]*){3}/);
      const [charge, timeline, invoice] = await answers();
      const [chargeBefore, timelineBefore, invoiceBefore] = before;
      expect(timeline?.body).toEqual(timelineBefore?.body);
      expect(invoice?.body).toEqual(invoiceBefore?.body);
      expect(charge?.body).toEqual({
        ...chargeBefore?.body,
        customerMeta: expect.not.objectContaining({ document: payer.document }) as object,
      });
    },
    testTimeoutMs,
  );
});
