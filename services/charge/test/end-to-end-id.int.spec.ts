import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';
import { allScopes, ChargeService } from './support/charge-service';

const endToEndId = 'E60746948202611211203A1B2C3D4E5F';

describe('the end-to-end id of a PIX', () => {
  const charge = new ChargeService('end_to_end');
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  const endToEndIdAt = async (path: string, token?: string): Promise<unknown> => {
    const { body } = await charge.call('GET', path, token === undefined ? {} : { token });
    return body['endToEndId'] ?? (body['response'] as { end_to_end_id?: string } | undefined)?.end_to_end_id;
  };

  it('stands on the attempt, in ChargePaid and on the payer’s page once it is paid', async () => {
    const { body: attempt } = await charge.create({ paymentMethod: 'PIX' });
    const path = `/charge/attempts/${String(attempt['id'])}`;
    expect((await charge.call('GET', path)).body).toMatchObject({ endToEndId: null });

    await charge.receive(attempt, { providerReference: endToEndId });
    await eventually(async () => (await charge.call('GET', path)).body['status'] === 'PAID');

    expect(await endToEndIdAt(path)).toBe(endToEndId);
    const events = await charge.bus.untilPublished('charge.events.v1', String(attempt['chargeId']), [
      ...['created', 'repasse.attempt.offered', 'paid'],
    ]);
    expect(events.at(-1)?.data).toMatchObject({ endToEndId });
    const page = `/checkout/${String(attempt['chargeId'])}/state?token=${String(attempt['checkoutToken'])}`;
    expect(await endToEndIdAt(page)).toBe(endToEndId);
  });

  it('stands on a payment in one step', async () => {
    const token = await charge.token({ scopes: [...allScopes, 'payments:write', 'payments:read'] });
    const expire_at = new Date(charge.clock.now().getTime() + 600_000).toISOString();
    const made = await charge.call('POST', '/payments', {
      token,
      body: { clientMode: 'noNeedToSpecify', amount: 100, expire_at },
    });
    const payment = made.body['response'] as Record<string, unknown>;
    expect(payment).toMatchObject({ end_to_end_id: '' });
    const id = String(payment['charge_id']).replace('ch_', 'att_');
    await charge.receive(
      { id, chargeId: payment['charge_id'], invoiceId: payment['id'] },
      { providerReference: `${endToEndId.slice(0, -1)}G` },
    );
    await eventually(
      async () => (await endToEndIdAt(`/payments/${String(payment['id'])}`, token)) === `${endToEndId.slice(0, -1)}G`,
    );
  });

  it('is taken from the events of payments before it was kept', async () => {
    const kept = 'select attempt_id, end_to_end_id from attempts order by 1';
    const before = await charge.db.query(kept);
    await charge.db.query('update attempts set end_to_end_id = null');
    const migration = readFileSync(join(__dirname, '../migrations/0007-end-to-end-ids.sql'), 'utf8');
    const [backfill] = /^update attempts[^;]+;/m.exec(migration) ?? [];
    await charge.db.query(backfill ?? '');
    expect(await charge.db.query(kept)).toEqual(before);
  });
});
