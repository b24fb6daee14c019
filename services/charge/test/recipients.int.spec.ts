import { eventually } from '@repasse/chassis/testing/eventually';
import { emailHashOf } from '../src/workflow/resolve-recipients';
import { ChargeService, merchantId } from './support/charge-service';

describe('who a share is for', () => {
  const charge = new ChargeService('recipients');
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  const userId = 2001;
  const email = 'seller@partner.example';
  const key = String(userId);
  const registeredAt = '2026-11-20T09:00:00.000Z';
  const recipients = async (): Promise<unknown> => {
    const { body } = await charge.create({ split: [{ recipientEmail: email, kind: 'PERCENT', percent: 10 }] });
    return (body['splitSettlement'] as { userId: number }[]).map((share) => share.userId);
  };

  it('is learned from identity’s events, without asking', async () => {
    await charge.publish('repasse.user.registered.v1', key, 1, {
      userId,
      emailHash: emailHashOf(email),
      status: 'ACTIVE',
      profiles: ['OPERATOR'],
      registeredAt,
    });
    await eventually(async () => (await charge.db.query('select from users')).length === 1);
    const asked = charge.peers.lookups.length;
    expect(await recipients()).toEqual([merchantId]);

    await charge.publish('repasse.profile.granted.v1', key, 2, {
      userId,
      profile: 'CUSTOMER',
      grantedAt: registeredAt,
    });
    await eventually(async () => ((await recipients()) as number[]).includes(userId));

    await charge.publish('repasse.user.suspended.v1', key, 3, { userId, suspendedAt: registeredAt });
    await eventually(async () => !((await recipients()) as number[]).includes(userId));

    await charge.publish('repasse.user.activated.v1', key, 4, { userId, activatedAt: registeredAt });
    await eventually(async () => ((await recipients()) as number[]).includes(userId));
    expect(charge.peers.lookups).toHaveLength(asked);
  });

  it('is decided when the charge is made, and stays so', async () => {
    const { body } = await charge.create({
      split: [{ recipientEmail: 'late@partner.example', kind: 'FIXED', amount: '1.00' }],
    });
    charge.peers.addUser({ userId: 2002, email: 'late@partner.example' });
    const read = await charge.call('GET', `/charge/${String(body['id'])}`);
    expect(read.body['splitSettlement']).toEqual([{ userId: merchantId, amountCents: 9_901, isOwner: true }]);
  });

  it('is asked once for each e-mail, however often it is named', async () => {
    const asked = charge.peers.lookups.length;
    const split = Array.from({ length: 20 }, (_item, index) => ({
      recipientEmail: `person${index % 10}@partner.example`,
      kind: 'PERCENT',
      percent: 1,
    }));
    expect((await charge.create({ split })).status).toBe(200);
    expect(charge.peers.lookups).toHaveLength(asked + 10);
  });
});

describe('a merchant whose user is suspended', () => {
  const charge = new ChargeService('suspended');
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  it('is refused within seconds, with the token they have, until they are active again', async () => {
    const suspendedAt = charge.clock.now().toISOString();
    expect((await charge.create({})).status).toBe(200);
    await charge.publish('repasse.user.suspended.v1', String(merchantId), 1, { userId: merchantId, suspendedAt });
    await eventually(async () => (await charge.create({})).status === 401);
    expect(await charge.create({})).toMatchObject({ status: 401, body: { code: 'auth.token_invalid' } });

    await charge.publish('repasse.user.activated.v1', String(merchantId), 2, {
      userId: merchantId,
      activatedAt: suspendedAt,
    });
    await eventually(async () => (await charge.create({})).status === 200);
  });

  it('is refused by a revoked key', async () => {
    const token = await charge.token({ userId: 3003, clientId: 'key_revoked', scopes: ['charges:read'] });
    const revokedAt = charge.clock.now().toISOString();
    expect((await charge.call('GET', '/charge/list', { token })).status).toBe(200);
    await charge.publish('repasse.api_key.revoked.v1', '3003', 1, { userId: 3003, clientId: 'key_revoked', revokedAt });

    await eventually(async () => (await charge.call('GET', '/charge/list', { token })).status === 401);
  });
});
