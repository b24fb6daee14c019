import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSession } from '@repasse/chassis/postgres/session';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { root } from '../../deploy/test/compose-file';
import { openAlertReceiver, type AlertReceiver } from '../support/alert-receiver';
import { startAlertmanager } from '../support/alertmanager';
import { MerchantApi, request, type Charge } from '../support/api';
import { payByCard, testCards } from '../support/cards';
import { startPrometheus, type RunningPrometheus } from '../support/prometheus';
import { RunningStack, stackStartTimeoutMs } from '../support/running-stack';
import { tellOfUser, userTopic } from '../support/tell-of-user';

const rules = join(root, 'deploy/monitoring/rules');
const ruleFiles = readdirSync(rules)
  .filter((file) => file.endsWith('.yml'))
  .map((file) => join(rules, file));

/** A scrape, an evaluation and a group are a second each; a busy machine takes longer. */
const raised = { timeoutMs: 60_000 };

describe('alerts of a running system, by Prometheus and Alertmanager', () => {
  const stack = new RunningStack('postgres');
  let receiver: AlertReceiver;
  let alertmanager: Awaited<ReturnType<typeof startAlertmanager>> | undefined;
  let prometheus: RunningPrometheus | undefined;

  beforeAll(async () => {
    receiver = await openAlertReceiver();
    alertmanager = await startAlertmanager(receiver);
    await stack.start();
    const targets = { repasse: stack.file.metrics['repasse'] ?? [] };
    prometheus = await startPrometheus({ targets, ruleFiles, alertmanagers: [alertmanager.address] });
    await eventually(async () => receiver.first('watchdog', 'Watchdog'), raised);
  }, stackStartTimeoutMs);

  afterAll(async () => {
    await prometheus?.stop();
    await alertmanager?.stop();
    await stack.dispose();
    receiver.close();
  }, stackStartTimeoutMs);

  /** Every value is 0, and has been seen: only then is the next one the first. */
  const isBornAtZero = (metric: string): Promise<unknown> =>
    eventuallyHolds(async () => {
      const series = (await prometheus?.query(metric)) ?? [];
      expect(series.length).toBeGreaterThan(0);
      expect(series.flatMap(({ values }) => values).filter((value) => value !== 0)).toEqual([]);
    }, raised);

  it('tells the receiver of tickets of the very first dead letter', async () => {
    await isBornAtZero('repasse_consumer_dead_letters_total');
    expect(receiver.alertsAt('ticket')).toEqual([]);
    await tellOfUser(stack.file, 1, { userId: 'nobody' });

    const told = await eventually(async () => receiver.first('ticket', 'DeadLetters'), raised);
    expect(told).toMatchObject({
      ...{ status: 'firing', groupLabels: { alertname: 'DeadLetters', service: 'invoice-query' } },
      alerts: [
        {
          labels: { service: 'invoice-query', topic: userTopic, severity: 'ticket' },
          annotations: {
            summary: `invoice-query has put messages of ${userTopic} away as dead letters.`,
            runbook_url: 'http://localhost:8080/docs/operations/alerts/DeadLetters',
          },
        },
      ],
    });
  });

  it('tells it of the very first refund that an acquirer refuses', async () => {
    await isBornAtZero('repasse_refund_answers_total');
    const merchant = await MerchantApi.signIn(stack.file);
    const terms = { grossAmount: '100.00', currency: 'BRL' };
    const { body: charge } = await merchant.post<Charge & { readonly checkoutToken: string }>('/charge', terms);
    const open = { chargeId: charge.id, checkoutToken: charge.checkoutToken };
    const { body: attempt } = await payByCard(stack.file, open, testCards.approved);
    await request('PUT', `${stack.file.sandboxUrl}/sandbox/refunds`, { body: { card: { outcome: 'failed' } } });
    // While the ledger has not booked the payment, nothing is decided.
    await eventuallyHolds(async () => {
      const { status } = await merchant.post(`/refunds/invoice/${String(attempt.invoiceId)}`, {});
      expect(status).not.toBe(503);
    }, raised);

    const told = await eventually(async () => receiver.first('ticket', 'RefundsFail'), raised);
    expect(told.alerts.map(({ labels }) => labels['provider'])).toEqual(['CIELO']);
  });

  it('wakes somebody for an event that cannot be published, and for nothing else', async () => {
    const session = await openSession({ url: `${stack.file.postgresUrl}/repasse_charge`, name: 'test' });
    await session.query(
      `insert into outbox_set_aside (id, topic, aggregateid, position, type, headers, payload, created_at, was_flushed, reason)
       values (nextval('outbox_ids'), 'charge.events.v1', 'ch_odd', 1, 'repasse.test.odd.v1', '{}', '{}', now(), true, 'It was odd.')`,
    );
    await session.close();

    const told = await eventually(async () => receiver.first('page', 'EventsSetAside'), raised);
    expect(told.groupLabels).toEqual({ alertname: 'EventsSetAside', service: 'charge' });
    // Parked aggregates of the first event raise an alarm of their own, after two minutes.
    expect(receiver.alertsAt('page').filter((alert) => alert !== 'AggregateParked')).toEqual(['EventsSetAside']);
    expect(receiver.alertsAt('ticket')).toEqual(['DeadLetters', 'RefundsFail']);
  });
});
