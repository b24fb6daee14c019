import { execFileSync } from 'node:child_process';
import { isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { Webhook } from 'standardwebhooks';
import { MerchantApi, type Attempt } from '../support/api';
import { describeOnEachSharedBus } from '../support/on-each-bus';

const readQr = (qrCodeBase64: string): string | undefined => {
  const { data, width, height } = PNG.sync.read(Buffer.from(qrCodeBase64, 'base64'));
  return jsQR(new Uint8ClampedArray(data), width, height)?.data;
};

interface Timeline {
  readonly entries: readonly { readonly type: string; readonly text: string }[];
}

describeOnEachSharedBus('a charge paid by PIX, split among three', (stack, bus) => {
  let merchant: MerchantApi;
  let attempt: Attempt;
  const inbox = `journey-${bus}`;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
  });

  it('answers an attempt whose BR Code is valid and whose QR image says the same', async () => {
    const [ana, bruno] = stack.file.recipients;
    const answer = await merchant.createPixCharge({
      externalReference: `order-${bus}`,
      webhookUrl: merchant.inboxUrl(inbox),
      split: [
        { recipientEmail: ana?.email, kind: 'PERCENT', percent: 10 },
        { recipientEmail: bruno?.email, kind: 'FIXED', amount: '20.00' },
        { recipientEmail: 'nobody@repasse.example', kind: 'PERCENT', percent: 5 },
      ],
    });

    expect(answer.status).toBe(200);
    attempt = answer.body;
    expect(attempt).toMatchObject({
      status: 'PENDING',
      paymentMethod: 'PIX',
      grossAmount: '100.00',
      checkoutMeta: { method: 'PIX' },
    });
    expect(isValidPixPayload(attempt.checkoutMeta.emv)).toBe(true);
    expect(readQr(attempt.checkoutMeta.qrCodeBase64)).toBe(attempt.checkoutMeta.emv);
  });

  it('gives the unknown recipient’s share to the owner and loses no cent', () => {
    // 100.00 less the PIX fee of 0.99; 20.00 fixed, then 10 % of 99.01 rounded down; the rest is the owner's.
    const [ana, bruno] = stack.file.recipients;
    expect(attempt.splitSettlement).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ userId: stack.file.merchant.userId, amountCents: 6_911, isOwner: true }),
        expect.objectContaining({ userId: ana?.userId, amountCents: 990, isOwner: false }),
        expect.objectContaining({ userId: bruno?.userId, amountCents: 2_000, isOwner: false }),
      ]),
    );
    expect(attempt.splitSettlement.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(9_901);
  });

  it('is PAID once the payer has paid', async () => {
    expect((await merchant.pay(attempt.checkoutMeta.emv)).status).toBe(200);

    await eventuallyHolds(async () => expect((await merchant.charge(attempt.chargeId)).status).toBe('PAID'));
  });

  it('books every share to the cent and keeps the ledger balanced', async () => {
    const [ana, bruno] = stack.file.recipients;
    await eventuallyHolds(async () => {
      expect(await merchant.availableCents(stack.file.merchant.userId)).toBe(6_911);
      expect(await merchant.availableCents(ana?.userId ?? 0)).toBe(990);
      expect(await merchant.availableCents(bruno?.userId ?? 0)).toBe(2_000);
    });
    expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
  });

  it('delivers one webhook that an independent library verifies', async () => {
    await eventuallyHolds(async () => expect(await merchant.inbox(inbox)).toHaveLength(1));
    const [message] = await merchant.inbox(inbox);

    const verified = new Webhook(stack.file.merchant.webhookSecret).verify(message!.rawBody, message!.headers);
    expect(verified).toMatchObject({
      type: 'charge.paid',
      data: { charge: { id: attempt.chargeId, status: 'PAID', grossAmount: '100.00' } },
    });
    expect(message!.verified).toBe(true);
  });

  it('shows its events on the timeline', async () => {
    await eventuallyHolds(async () => {
      const { body } = await merchant.get<Timeline>(`/charge/${attempt.chargeId}/timeline`);
      const types = body.entries.map(({ type }) => type);
      expect(types).toEqual(
        expect.arrayContaining([
          'repasse.charge.created.v1',
          'repasse.attempt.offered.v1',
          'repasse.payment.received.v1',
          'repasse.charge.paid.v1',
          'repasse.split.settled.v1',
          'repasse.webhook.delivered.v1',
        ]),
      );
    });
  });

  it('sends the same webhook again when asked, with the same id', async () => {
    const { status, body } = await merchant.post<{ status: string }>(`/invoices/resend-webhook/${attempt.chargeId}`);
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'success' } });

    const messages = await merchant.inbox(inbox);
    expect(messages).toHaveLength(2);
    expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  if (bus === 'kafka') {
    it('can be read by a consumer that is not ours, with CloudEvents headers and registered schemas', async () => {
      const format = '%k\\t%h\\t%R%s\\n';
      const read = execFileSync(
        'kcat',
        [
          '-C',
          '-b',
          stack.file.kafkaBrokers ?? '',
          '-t',
          'charge.events.v1',
          '-o',
          'beginning',
          '-e',
          '-q',
          '-f',
          format,
        ],
        { timeout: 20_000 },
      ).toString('latin1');

      // Charges of other suites are in the topic as well.
      const ofThisCharge = read.split('\n').filter((line) => line.includes(attempt.chargeId));
      const paid = ofThisCharge.find((line) => line.includes('ce_type=repasse.charge.paid.v1'));
      expect(paid).toBeDefined();
      for (const header of [
        'ce_specversion=1.0',
        'ce_id=',
        'ce_source=repasse/charge',
        'ce_time=',
        'ce_dataschema=',
        'ce_position=',
        'traceparent=',
      ]) {
        expect(paid).toContain(header);
      }

      // Confluent's wire format: a zero byte, then the schema's id as four bytes, then the JSON.
      const value = execFileSync(
        'kcat',
        [
          '-C',
          '-b',
          stack.file.kafkaBrokers ?? '',
          '-t',
          'charge.events.v1',
          '-o',
          'beginning',
          '-c',
          '1',
          '-e',
          '-q',
          '-D',
          '',
        ],
        { timeout: 20_000 },
      );
      expect(value[0]).toBe(0);
      const schema = await fetch(`${stack.file.schemaRegistryUrl ?? ''}/schemas/ids/${String(value.readInt32BE(1))}`);
      expect(schema.status).toBe(200);
      expect(JSON.parse(value.subarray(5).toString())).toHaveProperty('chargeId');
    });
  }

  it('saw no service die', async () => {
    expect(await stack.deaths()).toEqual([]);
  });
});
