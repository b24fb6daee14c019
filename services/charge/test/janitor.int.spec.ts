import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';

describe('due work', () => {
  const charge = new ChargeService('janitor');
  const { gateway } = charge.peers;
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());
  afterEach(() => {
    gateway.mood = 'offer';
    gateway.cardMood = 'approve';
  });

  const minuteMs = 60_000;
  const expiringIn = (minutes: number): string =>
    new Date(charge.clock.now().getTime() + minutes * minuteMs).toISOString();
  const read = async (path: string): Promise<TestAnswer['body']> => (await charge.call('GET', path)).body;
  const until = (path: string, status: string): Promise<boolean> =>
    eventually(async () => (await read(path))['status'] === status);
  const payByCard = async (): Promise<{ readonly chargePath: string; readonly attemptPath: string }> => {
    const { body } = await charge.create({ expiresAt: expiringIn(30) });
    const answer = await charge.pay(String(body['id']), String(body['checkoutToken']), {
      card: {
        number: '4024007100000040',
        holderName: 'ANA SOUZA',
        securityCode: '123',
        expirationMonth: 12,
        expirationYear: 2031,
      },
    });
    expect(answer.body).toMatchObject({ status: 'PROCESSING' });
    return {
      chargePath: `/charge/${String(body['id'])}`,
      attemptPath: `/charge/attempts/${String(answer.body['id'])}`,
    };
  };

  it('an unpaid charge expires a minute after its time, and its attempts with it', async () => {
    const { body } = await charge.create({ paymentMethod: 'PIX', expiresAt: expiringIn(30) });
    const path = `/charge/${String(body['chargeId'])}`;
    charge.clock.advance(30 * minuteMs + 59_000);
    const kept = async (): Promise<unknown> => {
      const sql = 'select status from charges where charge_id = $1';
      return (await charge.db.query<{ status: string }>(sql, [body['chargeId']]))[0]?.status;
    };
    expect(await kept()).toBe('PENDING');
    charge.clock.advance(2_000);
    await eventually(async () => (await kept()) === 'EXPIRED');
    expect(await read(path)).toMatchObject({ status: 'EXPIRED' });
    expect(await read(`/charge/attempts/${String(body['id'])}`)).toMatchObject({ status: 'EXPIRED' });
    expect((await charge.call('GET', '/charge/list?status=EXPIRED')).body).toMatchObject({ pagination: { total: 1 } });
  });

  it('a charge that cannot be expired is measured', async () => {
    const { body } = await charge.create({ paymentMethod: 'PIX', expiresAt: expiringIn(30) });
    const chargeId = String(body['chargeId']);
    await charge.call('POST', `/charge/${chargeId}/cancel`);
    // The row says that it may still be paid; the events say that it ended.
    await charge.db.query(`update charges set status = 'PENDING' where charge_id = $1`, [chargeId]);
    charge.clock.advance(41 * minuteMs);
    const overdueSeconds = async (): Promise<number> => {
      const line = await charge.metric('repasse_charge_expiry_overdue_seconds');
      return Number(/ (\S+)$/.exec(line)?.[1]);
    };
    await eventually(async () => (await overdueSeconds()) === 600);
    await charge.db.query(`update charges set status = 'CANCELED' where charge_id = $1`, [chargeId]);
    charge.clock.advance(1_000);
    await eventually(async () => (await overdueSeconds()) === 0);
  });

  it.each([
    ['approve', 'PAID', 'PAID'],
    ['decline', 'FAILED', 'PENDING'],
  ] as const)(
    'a card in doubt comes to the truth by asking, without its number: %s',
    async (mood, attempt, standing) => {
      gateway.cardMood = 'doubt';
      const { chargePath, attemptPath } = await payByCard();
      const sent = gateway.cardPayments.length;
      gateway.cardMood = mood;
      charge.clock.advance(20_000);
      await until(attemptPath, attempt);
      expect(await read(chargePath)).toMatchObject({ status: standing });
      expect(gateway.cardPayments).toHaveLength(sent);
    },
  );

  it('a card that never reached the gateway was not charged, and the payer may try again', async () => {
    gateway.cardMood = 'away';
    const { chargePath, attemptPath } = await payByCard();
    gateway.cardPayments.pop();
    charge.clock.advance(20_000);
    await until(attemptPath, 'FAILED');
    expect(await read(attemptPath)).toMatchObject({ statusReason: 'PROVIDER_ERROR' });
    expect(await read(chargePath)).toMatchObject({ status: 'PENDING' });
  });

  it('a payment in progress delays the expiry, and no doubt remains after an hour without an answer', async () => {
    gateway.cardMood = 'doubt';
    const { chargePath, attemptPath } = await payByCard();
    for (let minutes = 0; minutes < 60; minutes += 6) {
      const [before] = await charge.db.query<{ tries: number }>('select max(tries) as tries from awaited_offers');
      charge.clock.advance(6 * minuteMs);
      await eventually(async () => {
        const [row] = await charge.db.query<{ tries: number }>('select max(tries) as tries from awaited_offers');
        return (row?.tries ?? 0) > (before?.tries ?? 0);
      });
    }
    expect(await read(chargePath)).toMatchObject({ status: 'PROCESSING' });
    gateway.cardMood = 'decline';
    charge.clock.advance(6 * minuteMs);
    await until(attemptPath, 'FAILED');
    await until(chargePath, 'EXPIRED');
    expect(await charge.db.query('select from awaited_offers')).toEqual([]);
  });
});
