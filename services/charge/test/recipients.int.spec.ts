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
