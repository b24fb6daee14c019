import { hash } from 'node:crypto';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { ChargeService, merchantId } from './support/charge-service';

const readQr = (base64: string): string | undefined => {
  const { data, width, height } = PNG.sync.read(Buffer.from(base64, 'base64'));
  return jsQR(new Uint8ClampedArray(data), width, height)?.data;
};

describe('POST /charge', () => {
  const charge = new ChargeService('create_charge');
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  const checkout = {
    checkoutUrl: expect.stringMatching(/^https:\/\/pay\.example\/checkout\/ch_[0-9A-Z]{26}\?token=[\w.-]+$/) as unknown,
    checkoutToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as unknown,
  };
  const settlementOf = ({ body }: TestAnswer): unknown => body['splitSettlement'];

  it('answers the charge when no method is given', async () => {
    const answer = await charge.create({ description: 'Order 1', externalReference: 'order-1' });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^ch_[0-9A-Z]{26}$/) as unknown,
      userId: merchantId,
      kind: 'SALE',
      status: 'PENDING',
      statusReason: null,
      grossAmount: '100.00',
      paidAmount: null,
      netAmount: '99.01',
      sharedAmount: '0.00',
      disputeReserve: '0.00',
      refundedAmount: '0.00',
      currency: 'BRL',
      description: 'Order 1',
      externalReference: 'order-1',
      expiresAt: '2026-11-22T12:00:00.000Z',
      customerMeta: { source: 'COLLECT_AT_CHECKOUT' },
      webhookUrl: null,
      feesMeta: {
        fees: [
          {
            ...{ code: 'DEFAULT_FEE', method: 'DEFAULT', percent: 0.99, fixed: '0.00', amount: '0.99' },
            ...{ minimum: '0.29', maximum: '1.99', limitedBy: null },
          },
        ],
      },
      allowedMethods: ['PIX', 'INTERNATIONAL', 'CREDIT_CARD'],
      installmentsMax: 12,
      splitSettlement: [{ userId: merchantId, amountCents: 9_901, isOwner: true }],
      paidAt: null,
      ...checkout,
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    });
    expect(charge.peers.payments).toEqual([]);
  });

  it('names the fields it ignores', async () => {
    const answer = await charge.create({ checkoutCurrency: 'USD', colour: 'red' });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('repasse-ignored-fields')).toBe('colour, checkoutCurrency');
  });

  it('names the fields of an attempt that it ignores without a method', async () => {
    const attempt = { attemptExpiresAt: '2026-11-21T13:00:00Z', gatewayOptions: { pix: {} } };
    const answer = await charge.create(attempt);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('repasse-ignored-fields')).toBe('attemptExpiresAt, gatewayOptions');
  });

  it('takes null for optional fields', async () => {
    const nothing = { description: null, expiresAt: null, paymentMethod: null, customerMeta: null, split: null };
    const answer = await charge.create({ ...nothing, webhookUrl: null, gatewayOptions: null });

    expect(answer).toMatchObject({ status: 200, body: { status: 'PENDING', webhookUrl: null } });
  });

  it.each(['user@localhost', 'josé@exãmple.com.br', ' nobody@partner.example '])(
    'is made in spite of an unknown recipient: %j',
    async (recipientEmail) => {
      const answer = await charge.create({ split: [{ recipientEmail, kind: 'PERCENT', percent: 10 }] });

      expect(answer).toMatchObject({ status: 200, body: { splitSettlement: [{ userId: merchantId, isOwner: true }] } });
    },
  );

  it('answers the attempt with its instructions when the method is PIX', async () => {
    const answer = await charge.create({ paymentMethod: 'PIX', externalReference: 'order-2' });

    expect(answer.status).toBe(200);
    const { qrCodeBase64, emv } = answer.body['checkoutMeta'] as { qrCodeBase64: string; emv: string };
    expect(readQr(qrCodeBase64)).toBe(emv);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^att_[0-9A-Z]{26}$/) as unknown,
      chargeId: expect.stringMatching(/^ch_[0-9A-Z]{26}$/) as unknown,
      invoiceId: 50_000,
      status: 'PENDING',
      statusReason: null,
      gatewayStatus: 'OFFERED',
      paymentMethod: 'PIX',
      grossAmount: '100.00',
      currency: 'BRL',
      checkoutMeta: {
        method: 'PIX',
        qrCodeBase64,
        emv: expect.stringMatching(/^000201/) as unknown,
        expiresAt: '2026-11-22T12:00:00.000Z',
      },
      expiresAt: '2026-11-22T12:00:00.000Z',
      description: '',
      externalReference: 'order-2',
      customerMeta: { source: 'COLLECT_AT_CHECKOUT' },
      splitSettlement: [{ userId: merchantId, amountCents: 9_901, isOwner: true }],
      endToEndId: null,
      declineCode: null,
      retryable: null,
      ...checkout,
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    });
  });

  it('gives the gateway the payer, the description and the expiry', async () => {
    const gatewayOptions = { pix: { payerMessage: 'Qual o seu CPF?' }, future: { kept: true } };
    const answer = await charge.create({
      paymentMethod: 'PIX',
      description: 'Order 3',
      externalReference: 'order-3',
      expiresAt: '2026-11-21T13:00:00-03:00',
      attemptExpiresAt: '2026-11-21T15:30:00Z',
      customerMeta: { name: 'Ana Souza', email: 'ana@customer.example' },
      gatewayOptions,
    });

    const id = String(answer.body['id']).slice('att_'.length);
    expect(charge.peers.payments.at(-1)).toEqual({
      paymentId: `pay_${id}`,
      userId: merchantId,
      chargeId: `ch_${id}`,
      attemptId: `att_${id}`,
      paymentMethod: 'PIX',
      amountMinor: 10_000,
      currency: 'BRL',
      description: 'Order 3',
      externalReference: 'order-3',
      expiresAt: '2026-11-21T15:30:00.000Z',
      payer: { name: 'Ana Souza', email: 'ana@customer.example' },
      gatewayOptions,
    });
    expect(answer.body['customerMeta']).toEqual({
      name: 'Ana Souza',
      email: 'ana@customer.example',
      source: 'PRE_FILLED',
    });
    const read = await charge.call('GET', `/charge/ch_${id}`);
    expect(read.body).toMatchObject({ expiresAt: '2026-11-21T16:00:00.000Z', customerMeta: { name: 'Ana Souza' } });
  });

  it('lists the fields it does not know', async () => {
    const answer = await charge.create({ colour: 'red', customerMeta: { name: 'Ana', shoeSize: 37 } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('repasse-ignored-fields')?.split(', ').sort()).toEqual([
      'colour',
      'customerMeta.shoeSize',
    ]);
  });

  it('takes the largest amount there is, and the smallest', async () => {
    expect((await charge.create({ grossAmount: '9999999999.99' })).body).toMatchObject({ netAmount: '9999999998.00' });
    expect((await charge.create({ grossAmount: '0.01' })).body).toMatchObject({ netAmount: '0.00' });
  });

  it('keeps payers and recipients out of the events, in tables of their own', async () => {
    const { body } = await charge.create({
      paymentMethod: 'PIX',
      customerMeta: { name: 'Beatriz Lima', email: 'bia@customer.example' },
      split: [{ recipientEmail: 'nobody@partner.example', kind: 'PERCENT', percent: 1 }],
    });
    const chargeId = String(body['chargeId']);
    const events = await charge.db.query<{ data: object }>('select data from events where stream_id = $1', [chargeId]);
    expect(events).toHaveLength(3);
    expect(JSON.stringify(events)).not.toMatch(/Beatriz|bia@|nobody@/);
    expect(await charge.db.query('select name, email from payer_data where charge_id = $1', [chargeId])).toEqual([
      { name: 'Beatriz Lima', email: 'bia@customer.example' },
    ]);
  });

  describe('with a split', () => {
    const carrier = { userId: 2001, email: 'carrier@partner.example' };
    const seller = { userId: 2002, email: 'seller@partner.example' };
    beforeAll(() => {
      charge.peers.addUser(carrier);
      charge.peers.addUser(seller);
      charge.peers.addUser({ userId: 2003, email: 'suspended@partner.example', status: 'SUSPENDED' });
      charge.peers.addUser({ userId: 2004, email: 'operator@partner.example', profiles: ['OPERATOR'] });
      charge.peers.addUser({ userId: merchantId, email: 'owner@merchant.example' });
    });

    it('shares the net amount to the cent, and gives unknown recipients’ shares to the owner', async () => {
      const split = [
        { recipientEmail: carrier.email, kind: 'FIXED', amount: '10.00' },
        { recipientEmail: seller.email, kind: 'PERCENT', percent: 25 },
        { recipientEmail: 'nobody@partner.example', kind: 'PERCENT', percent: 10 },
      ];
      const answer = await charge.create({ paymentMethod: 'PIX', split });

      expect(answer.body['splitConfig']).toEqual(split);
      expect(settlementOf(answer)).toEqual([
        { userId: merchantId, amountCents: 6_426, isOwner: true },
        { userId: carrier.userId, amountCents: 1_000, isOwner: false },
        { userId: seller.userId, amountCents: 2_475, isOwner: false },
      ]);
      expect((await charge.call('GET', `/charge/${String(answer.body['chargeId'])}`)).body).toMatchObject({
        netAmount: '99.01',
        sharedAmount: '34.75',
        splitConfig: split,
      });
    });

    it('tells for whom a share waits by the merchant’s rule, without the e-mail, and nobody else’s', async () => {
      await charge.call('PUT', '/payment-rules', { body: { unknownRecipient: 'hold', shareHoldDays: 30 } });
      const recipients = ['nobody@partner.example', 'suspended@partner.example'];
      const split = recipients.map((recipientEmail) => ({ recipientEmail, kind: 'PERCENT', percent: 10 }));
      const answer = await charge.create({ split });
      await charge.call('PUT', '/payment-rules', { body: {} });

      expect(settlementOf(answer)).toEqual([{ userId: merchantId, amountCents: 9_901, isOwner: true }]);
      const emailHash = hash('sha256', 'nobody@partner.example', 'hex');
      const events = await charge.db.query('select data from events where stream_id = $1', [answer.body['id']]);
      const text = JSON.stringify(events);
      // The rule of the split, and the part it gave; none of somebody who is there and may not receive.
      expect(text.match(/heldFor/g)).toHaveLength(2);
      expect(text.split(emailHash)).toHaveLength(3);
      expect(text).not.toContain('nobody@');
    });

    it.each(['suspended@partner.example', 'operator@partner.example'])(
      'gives nothing to %s',
      async (recipientEmail) => {
        const answer = await charge.create({ split: [{ recipientEmail, kind: 'PERCENT', percent: 50 }] });
        expect(answer.status).toBe(200);
        expect(settlementOf(answer)).toEqual([{ userId: merchantId, amountCents: 9_901, isOwner: true }]);
      },
    );

    it('takes e-mails as people write them, and the owner for the owner', async () => {
      const answer = await charge.create({
        split: [
          { recipientEmail: 'Seller@Partner.EXAMPLE', kind: 'FIXED', amount: '1.00' },
          { recipientEmail: 'owner@merchant.example', kind: 'FIXED', amount: '5.00' },
          { recipientEmail: seller.email, kind: 'FIXED', amount: '2.00' },
        ],
      });
      expect(settlementOf(answer)).toEqual([
        { userId: merchantId, amountCents: 9_601, isOwner: true },
        { userId: seller.userId, amountCents: 300, isOwner: false },
      ]);
    });

    it('says by how much a share was cut when the net amount is used up', async () => {
      const answer = await charge.create({
        split: [
          { recipientEmail: seller.email, kind: 'PERCENT', percent: 100 },
          { recipientEmail: carrier.email, kind: 'FIXED', amount: '50.00' },
        ],
      });
      expect(settlementOf(answer)).toEqual([
        { userId: merchantId, amountCents: 0, isOwner: true },
        { userId: seller.userId, amountCents: 4_901, isOwner: false, reducedByCents: 5_000 },
        { userId: carrier.userId, amountCents: 5_000, isOwner: false },
      ]);
    });

    it('creates nothing while it cannot tell whether a recipient exists', async () => {
      charge.peers.isIdentityAway = true;
      const split = [{ recipientEmail: 'new@partner.example', kind: 'PERCENT', percent: 50 }];
      const answer = await charge.create({ split, externalReference: 'identity-away' });
      charge.peers.isIdentityAway = false;

      expect(answer).toMatchObject({ status: 503, body: { code: 'server.unavailable', retryable: true } });
      expect((await charge.call('GET', '/charge?externalReference=identity-away')).status).toBe(404);
    });
  });
});
