import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKafkaBus } from '@repasse/chassis/bus/kafka/kafka-bus';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Charge } from '../support/api';
import { payByCard, testCards } from '../support/cards';
import {
  dataConsumersLack,
  installDataConsumers,
  runConsumer,
  runToEnd,
  type DataConsumers,
  type Language,
} from '../support/data-consumers';
import { FollowingProcess } from '../support/following-process';
import { ledgerTotals, type Total } from '../support/ledger-totals';
import { describeOnShared } from '../support/on-each-bus';

const languages: readonly Language[] = ['node', 'python', 'java'];
const programs = {
  totals: { node: 'totals', python: 'totals', java: 'Totals' },
  cloudEvents: { node: 'cloudevents-sdk', python: 'cloudevents_sdk', java: 'CloudEventsSdk' },
} as const;

const installTimeoutMs = 600_000;
const testTimeoutMs = 240_000;
/** Three programs that start, several times; on a busy machine each takes seconds. */
const refilled = { timeoutMs: 120_000 };

const missing = dataConsumersLack();
if (missing.length > 0) process.stderr.write(`Skipped: data consumers need ${missing.join('; ')}\n`);
const describeHere = missing.length === 0 ? describe : describe.skip;

describeHere('the consumers for data teams', () => {
  describeOnShared('kafka', 'what they read', (stack) => {
    const place = mkdtempSync(join(tmpdir(), 'repasse-data-consumers-'));
    const [followed, rebuilt] = [join(place, 'followed.duckdb'), join(place, 'rebuilt.duckdb')];
    let consumers: DataConsumers;
    let merchant: MerchantApi;
    let follower: FollowingProcess | undefined;

    const env = () => ({
      KAFKA_BROKERS: stack.file.kafkaBrokers ?? '',
      SCHEMA_REGISTRY_URL: stack.file.schemaRegistryUrl ?? '',
    });
    const fill = (file: string, ...args: string[]) => consumers.python('fill_duckdb', file, ...args);
    const query = <Row>(sql: string) => runConsumer<Row[]>(consumers.python('query', followed, sql), env());
    const totalsOf = (language: Language, ...args: string[]): Promise<Readonly<Record<string, Total>>> => {
      const user = String(stack.file.merchant.userId);
      return runConsumer(consumers[language](programs.totals[language], '--user', user, ...args), env());
    };

    const payNewPix = async (): Promise<string> => {
      const { chargeId, checkoutMeta } = (await merchant.createPixCharge()).body;
      await merchant.pay(checkoutMeta.emv);
      return chargeId;
    };

    const payNewCard = async (): Promise<string> => {
      const { body } = await merchant.post<Charge & { readonly checkoutToken: string }>('/charge', {
        ...{ grossAmount: '90.00', currency: 'BRL' },
      });
      await payByCard(stack.file, { chargeId: body.id, checkoutToken: body.checkoutToken }, testCards.approved);
      return body.id;
    };

    const settled = (chargeId: string): Promise<void> =>
      eventuallyHolds(async () => expect(await merchant.timelineTypes(chargeId)).toContain('repasse.split.settled.v1'));

    /** As a producer does after a broker has died: the same event, a second time in the topic. */
    const publishAgain = async (chargeId: string): Promise<void> => {
      const bus = openKafkaBus({
        ...{ service: 'charge', brokers: env().KAFKA_BROKERS.split(','), schemaRegistryUrl: env().SCHEMA_REGISTRY_URL },
        ...{ log: createLogger({ service: 'test', level: 'silent' }), metrics: createMetrics('test') },
      });
      try {
        const messages = await bus.replay('charge.events.v1', chargeId);
        const paid = messages.find(({ headers }) => headers['ce_type'] === 'repasse.charge.paid.v1');
        if (paid === undefined) throw new Error('The charge is not paid.');
        const { topic, key, headers, value } = paid;
        await bus.publish([{ topic, key, headers, value: JSON.stringify(value) }]);
      } finally {
        await bus.close();
      }
    };

    beforeAll(async () => {
      consumers = await installDataConsumers();
      merchant = await MerchantApi.signIn(stack.file);
      follower = new FollowingProcess(fill(followed), env());
      const charges = [await payNewPix()];
      await follower.start();
      charges.push(...(await Promise.all([payNewPix(), payNewCard(), payNewPix()])));
      await follower.kill();
      charges.push(await payNewPix(), await payNewCard());
      await follower.start();
      for (const chargeId of charges) await settled(chargeId);
      await publishAgain(String(charges[0]));
    }, installTimeoutMs);

    afterAll(async () => {
      await follower?.kill();
      rmSync(place, { recursive: true, force: true });
    });

    it(
      'adds up to the same in three languages, and to what the ledger says',
      async () => {
        const ledger = await eventually(async () => {
          const totals = await ledgerTotals(merchant);
          return totals['PIX']?.charges === 4 && totals['CREDIT_CARD']?.charges === 2 ? totals : undefined;
        });
        expect(ledger).toMatchObject({ PIX: { grossMinor: 40_000 }, CREDIT_CARD: { grossMinor: 18_000 } });
        expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });

        const read = await Promise.all(languages.map((language) => totalsOf(language)));
        expect(read).toEqual([ledger, ledger, ledger]);
        const validated = await Promise.all(languages.map((language) => totalsOf(language, '--validate')));
        expect(validated).toEqual([ledger, ledger, ledger]);
      },
      testTimeoutMs,
    );

    it(
      'fills a table that was killed and went on like one that is read anew from the first message',
      async () => {
        await follower?.kill();
        // What other suites began may still publish; both are filled again until they end at the same messages.
        await eventuallyHolds(async () => {
          rmSync(rebuilt, { force: true });
          for (const file of [followed, rebuilt]) await runToEnd(fill(file, '--until-now'), env());
          await runToEnd(consumers.python('compare_tables', followed, rebuilt), env());
        }, refilled);

        const user = String(stack.file.merchant.userId);
        const rows = await query(
          `select payment_method, count(*) as charges, sum(gross_amount_minor) as gross from charge_paid
           where user_id = ${user} group by 1 order by 1`,
        );
        expect(rows).toEqual([
          { payment_method: 'CREDIT_CARD', charges: 2, gross: 18_000 },
          { payment_method: 'PIX', charges: 4, gross: 40_000 },
        ]);
      },
      testTimeoutMs,
    );

    it(
      'is read by the official CloudEvents SDK of each language',
      async () => {
        const [event] = await query<{ id: string; type: string; subject: string; position: number }>(
          `select id, type, subject, position from events where type = 'repasse.charge.paid.v1' limit 1`,
        );
        if (event === undefined) throw new Error('Nothing is paid.');
        const expected = { ...event, position: String(event.position), chargeId: event.subject };

        const read = await Promise.all(
          languages.map((language) =>
            runConsumer(consumers[language](programs.cloudEvents[language], event.id), env()),
          ),
        );
        expect(read).toEqual([expected, expected, expected]);
      },
      testTimeoutMs,
    );
  });
});
