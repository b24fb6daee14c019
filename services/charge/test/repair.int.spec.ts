import { callAdminJson } from '@repasse/chassis/testing/admin-call';
import { eventually } from '@repasse/chassis/testing/eventually';
import { randomIds } from '@repasse/chassis/ids';
import { program } from '../src/admin';
import { ChargeService } from './support/charge-service';

const charge = new ChargeService('repair');
beforeAll(() => charge.start());
afterAll(() => charge.stop());

const topic = 'payment.events.v1';
const signed = ['--apply', '--by', 'Rita', '--why', 'INC-7'];
const command = (...args: readonly string[]) =>
  callAdminJson(program, { ...charge.environment, LOG_LEVEL: 'silent' }, args);
const parkedAt = async (key: string) => (await command('parked', 'list')).rows.find((row) => row['key'] === key);
const paidCharge = async (): Promise<string> => {
  const { body } = await charge.create({ paymentMethod: 'PIX' });
  await charge.receive(body);
  const chargeId = String(body['chargeId']);
  await eventually(async () => (await charge.call('GET', `/charge/${chargeId}`)).body['status'] === 'PAID');
  return chargeId;
};

describe('charge, repaired by command', () => {
  it('goes on behind a payment of a charge that there is not', async () => {
    const attempt = { id: `att_${randomIds.ulid()}`, chargeId: `ch_${randomIds.ulid()}`, invoiceId: 90_001 };
    await charge.receive(attempt);
    const paymentId = attempt.id.replace('att_', 'pay_');
    const parked = await eventually(() => parkedAt(paymentId));
    expect(parked).toMatchObject({ topic, reason: 'poison', nextType: 'repasse.payment.received.v1' });

    expect((await command('parked', 'skip', topic, paymentId, ...signed)).exitCode).toBe(0);

    await eventually(async () => (await parkedAt(paymentId)) === undefined);
    // The money that came is not forgotten with it.
    const { exitCode, rows } = await command('differences');
    expect(exitCode).toBe(1);
    expect(rows).toEqual([
      { difference: 'PAYMENT_NOT_RECORDED', id: attempt.chargeId, detail: `${paymentId} brought 10000 minor units` },
    ]);
  });

  it('names the charges whose row differs from their events', async () => {
    const chargeId = await paidCharge();
    expect((await command('differences')).rows.map(({ id }) => id)).not.toContain(chargeId);
    await charge.db.query(`update charges set status = 'PENDING' where charge_id = $1`, [chargeId]);

    expect((await command('differences')).rows).toContainEqual({
      ...{ difference: 'ROW_MISSTATED', id: chargeId, detail: 'The row says PENDING, the events do not.' },
    });
  });
});
