import { callAdmin } from '@repasse/chassis/testing/admin-call';
import { randomIds } from '@repasse/chassis/ids';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { views } from '../src/projections/all-projections';
import { program } from '../src/admin';
import { event, paidStory } from './support/events';
import { startService, type RunningService } from './support/running-service';
import { withdrawalStory } from './support/withdrawals';

let service: RunningService;
beforeAll(async () => {
  service = await startService('verify');
  const { asked, taken, paid } = withdrawalStory({ invoiceId: 54_001 });
  await service.tell([...paidStory().inOrder, ...paidStory().inOrder, ...asked, ...taken, ...paid]);
  await service.tell([event('repasse.user.suspended.v1', { key: '4711', position: 1, at: '01.000' })]);
  const chargeId = `ch_${randomIds.ulid()}`;
  const inPart = { chargeId, statusReason: 'UNDERPAID' } as const;
  await service.tell([event('repasse.charge.paid.v1', { key: chargeId, position: 1, at: '01.000', data: inPart })]);
  await service.tell([event('repasse.dispute.opened.v1', { key: 'pay_disputed', position: 1, at: '01.000' })]);
});
afterAll(() => service.stop());

const run = (...args: string[]) => callAdmin(program, { POSTGRES_URL: service.db.url, LOG_LEVEL: 'silent' }, args);
const exitCodeOf = async (...args: string[]) => (await run(...args)).exitCode;
const signed = ['--apply', '--by', 'Rita', '--why', 'drift'];

const metricOf = async (name: string, view: string): Promise<number> => {
  const line = new RegExp(`^${name}\\{.*projection="${view}".*\\} (\\S+)$`, 'm').exec(await service.metric());
  return Number(line?.[1]);
};
const shownDriftOf = (view: string) => metricOf('repasse_projection_drift_rows', view);
const shownCheckOf = (view: string) => metricOf('repasse_projection_checked_timestamp_seconds', view);

/** Every table of every view, and changes made to it past the events. */
const tampering: readonly (readonly [view: string, table: string, altering: string, adding: string])[] = [
  [
    'charges',
    'charges',
    "status = 'EXPIRED'",
    `(charge_id, position, user_id, attempts_offered, refunded_minor, surplus_minor, surplus_refunded_minor, updated_at)
     values ('ch_made_up', 1, 1, 0, 0, 0, 0, now())`,
  ],
  [
    'invoices',
    'invoices',
    'amount_minor = amount_minor + 1',
    `(subject_id, invoice_type, position, invoice_id, user_id, payment_method, received_minor, refunded_minor, currency,
      provider, created_at, updated_at)
     values ('pay_made_up', 'PAYMENT', 1, 1, 1, 'PIX', 0, 0, 'BRL', 'PIX_BCB', now(), now())`,
  ],
  [
    'invoices',
    'charge_parts',
    "charge_id = 'ch_other'",
    `(payment_id, charge_id, applied_at) values ('pay_made_up', 'ch_made_up', now())`,
  ],
  ['invoices', 'invoice_counts', 'invoices = invoices + 1', `values (1, 'PAYMENT', 'PIX_BCB', 'PAID', 1)`],
  ['invoices', 'invoice_days', 'invoices = invoices + 1', `values (1, '2026-11-21', 'PAYMENT', 'PIX_BCB', 'PAID', 1)`],
  ['invoices', 'invoice_references', "reference = reference || 'x'", `values ('e1', 'pay_made_up')`],
  [
    'disputes',
    'disputes',
    "status = 'LOST'",
    `(dispute_id, position, user_id, payment_id, invoice_id, payment_method, amount_minor, currency, provider, status,
      opened_at)
     values ('dsp_made_up', 1, 1, 'pay_made_up', 1, 'PIX', 1, 'BRL', 'PIX_BCB', 'OPEN', now())`,
  ],
  ['charge_days', 'charge_days', 'paid_minor = paid_minor + 1', `values (1, '2026-11-21', 'PIX', 1, 1, 0, 0, 0, 0)`],
  ['revoked_access', 'revoked_access', "revoked_at = revoked_at + interval '1 second'", `values ('user', '1', now())`],
];

describe('a verification', () => {
  it('is shown as due for a view that never had one', async () => {
    for (const { name } of views) await eventuallyHolds(async () => expect(await shownCheckOf(name)).toBe(0));
  });

  it('knows every table of every view', () => {
    const known = tampering.map(([view, table]) => `${view}: ${table}`);
    expect(known).toEqual(views.flatMap(({ name, tables }) => tables.map((table) => `${name}: ${table}`)));
  });

  const cases = tampering.flatMap(([view, table, altering, adding]) => {
    const one = `where ctid = (select min(ctid) from ${table})`;
    return [
      [`a row of ${table} that was altered`, view, `update ${table} set ${altering} ${one}`, 2],
      [`a row of ${table} that was removed`, view, `delete from ${table} ${one}`, 1],
      [`a row of ${table} that was added`, view, `insert into ${table} ${adding}`, 1],
    ] as const;
  });

  it.each(cases)('finds %s, and a rebuild mends it', async (_what, view, tamper, driftRows) => {
    await service.db.query(tamper);

    expect(await exitCodeOf('differences', view)).toBe(1);

    await eventuallyHolds(async () => expect(await shownDriftOf(view)).toBe(driftRows));
    expect(await exitCodeOf('rebuild', view, ...signed)).toBe(0);
    expect(await exitCodeOf('differences', view)).toBe(0);
    await eventuallyHolds(async () => expect(await shownDriftOf(view)).toBe(0));
    expect(await shownCheckOf(view)).toBeGreaterThan(0);
  });
});
