import { openSession } from '@repasse/chassis/postgres/session';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request } from '../support/api';
import { shellBlocks } from '../support/guide';
import { describeOnShared } from '../support/on-each-bus';
import { typeStep } from '../support/runbook';
import { tellOfUser, userTopic } from '../support/tell-of-user';

/** In the order of the page; a step that is added or removed must be typed here, too. */
const [list, retry, skip, release, putBack, drop, setAside, announce, differ, rebuild, steps, ...others] =
  shellBlocks('docs/operations/repair.md');

const topic = userTopic;
const testTimeoutMs = 300_000;

describeOnShared('postgres', 'the runbook of repairs, typed as written', (stack) => {
  const variables: Record<string, string> = { BY: 'Rita', WHY: 'INC-7', TOPIC: topic, GAP_TOPIC: topic };
  const type = (step = '') => typeStep(step, variables);
  /** A command that the page does not show. */
  const rowsOf = async (command: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const printed = await type(`npm run -s admin -- --data "$DATA" ${command} --json`);
    return (JSON.parse(printed) as { rows: Readonly<Record<string, unknown>>[] }).rows;
  };
  const inDatabase = async (service: string, sql: string, values: readonly unknown[] = []): Promise<void> => {
    const session = await openSession({ url: `${stack.file.postgresUrl}/repasse_${service}`, name: 'test' });
    try {
      await session.query(sql, values);
    } finally {
      await session.close();
    }
  };

  it(
    'brings back what stands still, was put away or differs',
    async () => {
      expect(others).toEqual([]);
      variables['DATA'] = stack.dataFolder;
      const [poisoned, gapped] = [
        await tellOfUser(stack.file, 1, { userId: 'nobody' }),
        await tellOfUser(stack.file, 3, {}),
      ];
      Object.assign(variables, { KEY: poisoned, GAP_KEY: gapped, SERVICE: 'charge' });

      await eventually(async () => {
        const listed = await type(list);
        return listed.includes(poisoned) && listed.includes(gapped) && listed.includes('on the bus too');
      });
      expect(await type(retry)).toContain('Would try 1 aggregate again');

      for (const service of ['charge', 'payment-gateway', 'split-settlement', 'webhook-dispatcher']) {
        variables['SERVICE'] = service;
        expect(await type(skip)).toContain(`Skipped position 1 of ${poisoned}`);
        expect(await type(release)).toContain('Would go on behind positions 1 to 2');
      }
      variables['SERVICE'] = 'invoice-query';
      await type(release);
      await eventuallyHolds(async () => {
        const parked = (await rowsOf('charge parked list')).map(({ key }) => key);
        expect(parked).not.toContain(poisoned);
      });

      const letters = await rowsOf('invoice-query dead-letters list');
      const letter = letters.find(({ key }) => key === poisoned)?.['id'];
      Object.assign(variables, { LETTER_SERVICE: 'invoice-query', LETTER: String(letter) });
      expect(await type(putBack)).toContain('will be handled');
      await eventuallyHolds(async () => {
        const [again] = (await rowsOf('invoice-query dead-letters list')).filter(
          ({ id }) => String(id) === String(letter),
        );
        expect(again?.['state']).toBe('open');
      });
      expect(await type(drop)).toContain('Dropped dead letter');

      await inDatabase(
        'webhook_dispatcher',
        `insert into outbox_set_aside (id, topic, aggregateid, position, type, headers, payload, created_at, was_flushed, reason)
         values (nextval('outbox_ids'), 'webhook.events.v1', $1, 1, 'repasse.test.odd.v1', $2, '{}', now(), true, 'It was odd.')`,
        [
          `del_${poisoned}`,
          JSON.stringify({ ce_type: 'repasse.test.odd.v1', ce_id: 'evt_odd', ce_subject: `del_${poisoned}` }),
        ],
      );
      variables['ASIDE_SERVICE'] = 'webhook-dispatcher';
      expect(await type(setAside)).toMatch(/Would publish 1 event again[^]*1 event will be published again/);
      expect(await rowsOf('webhook-dispatcher set-aside list --all')).toEqual([]);

      await announcedAgain();

      await inDatabase(
        'invoice_query',
        `insert into invoice_counts values (1, 'PAYMENT', 'PIX_BCB', 'PAID', 1) on conflict do nothing`,
      );
      await expect(type(differ)).rejects.toMatchObject({ stdout: expect.stringMatching(/1 rows differ: rebuild/) });
      expect(await type(rebuild)).toMatch(/Rebuilt charges[^]*Views and events agree/);

      expect(await type(steps)).toMatch(/parked skip[^]*Rita/);
    },
    testTimeoutMs,
  );

  /** An endpoint that was made after the events gets them. */
  const announcedAgain = async (): Promise<void> => {
    const merchant = await MerchantApi.signIn(stack.file);
    variables['FROM'] = new Date(Date.now() - 600_000).toISOString();
    const { body: attempt } = await merchant.createPixCharge();
    await merchant.pay(attempt.checkoutMeta.emv);
    await eventuallyHolds(async () => {
      const feed = await merchant.get<{ data: readonly { type: string }[] }>('/events?limit=500');
      expect(feed.body.data.map((event) => event.type)).toContain('charge.paid');
    });
    const inbox = `announced-${attempt.chargeId}`;
    const { body: endpoint } = await merchant.post<{ id: string }>('/webhook-endpoints', {
      ...{ url: merchant.inboxUrl(inbox), eventTypes: ['charge.paid'] },
    });
    variables['ENDPOINT'] = endpoint.id;

    expect(await type(announce)).toMatch(/Would send \w+ 1 messages that were never sent/);

    await eventuallyHolds(async () => expect(await merchant.inbox(inbox)).toHaveLength(1));
    await request('DELETE', `${stack.file.baseUrl}/webhook-endpoints/${endpoint.id}`, { token: merchant.token });
  };
});
