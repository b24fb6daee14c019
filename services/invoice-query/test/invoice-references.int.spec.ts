import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomIds } from '@repasse/chassis/ids';
import { type EventData } from '@repasse/contracts';
import { event, eve, olga } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

const [endToEndId, secondId, returnId] = [
  'E60746948202611211203A1B2C3D4E5F',
  'E60746948202611211204A1B2C3D4E5F',
  'D60746948202611211205A1B2C3D4E5F',
];
const refundId = `re_${randomIds.ulid()}`;
const [paymentId, cardPaymentId] = [`pay_${randomIds.ulid()}`, `pay_${randomIds.ulid()}`];

let service: RunningService;
beforeAll(async () => {
  service = await startService('references');
  const common = { paymentId, invoiceId: 50_001, userId: olga, chargeId: null, attemptId: null };
  const of = <T extends 'received' | 'requested'>(
    type: T,
    position: number,
    data: Partial<EventData[`repasse.payment.${T}.v1`]>,
  ) => event(`repasse.payment.${type}.v1`, { key: paymentId, position, at: '01.000', data: { ...common, ...data } });
  const refund = { key: paymentId, at: '02.000', data: { ...common, refundId } };
  await service.tell([
    of('requested', 1, { amountMinor: 10_000 }),
    // Paid twice, and given back once.
    of('received', 2, { amountMinor: 10_000, providerReference: endToEndId }),
    of('received', 3, { amountMinor: 10_000, providerReference: secondId }),
    event('repasse.refund.requested.v1', { ...refund, position: 4 }),
  ]);
  await service.tell([
    event('repasse.refund.settled.v1', {
      ...{ ...refund, position: 5 },
      data: { ...refund.data, amountMinor: 10_000, providerReference: returnId },
    }),
    event('repasse.payment.received.v1', {
      ...{ key: cardPaymentId, position: 1, at: '03.000' },
      data: {
        ...{ ...common, paymentId: cardPaymentId, invoiceId: 50_002, userId: eve },
        ...{ paymentMethod: 'CREDIT_CARD', providerReference: 'tid-1' },
      },
    }),
  ]);
});
afterAll(() => service.stop());

interface Page {
  readonly response: { readonly data: readonly { readonly id: string; readonly end_to_end_id: string | null }[] };
}

const found = async (query: string, userId = olga) => {
  const path = `/invoices/payment-gateway?query=${encodeURIComponent(query)}`;
  const { body } = await service.get(path, tokenOf(userId, 'CUSTOMER', 'invoices:read'));
  return (body as Page).response.data;
};

describe('an invoice', () => {
  it('has the end-to-end id of the PIX that paid it; of several, the first', async () => {
    expect(await found('50001')).toMatchObject([{ id: '50001', end_to_end_id: endToEndId }]);
    expect(await found('50002', eve)).toMatchObject([{ end_to_end_id: null }]);
  });

  it.each([
    ['the transfer', endToEndId],
    ['a second transfer', secondId],
    ['a transfer in another case, with blanks', ` ${endToEndId.toLowerCase()} `],
    ['the refund', refundId],
    ['the refund’s name at the banks', returnId],
  ])('is found by %s, by its merchant only', async (_what, query) => {
    expect(await found(query)).toMatchObject([{ id: '50001' }]);
    expect(await found(query, eve)).toEqual([]);
  });

  it('is not found by a transfer that is not its own', async () => {
    expect(await found(endToEndId.replace('A1B2', 'A1B3'))).toEqual([]);
  });

  it('has the same after the migration of invoices that were there before', async () => {
    const before = await service.contents();
    await service.db.query('truncate invoice_references');
    await service.db.query('update invoices set end_to_end_id = null');
    const migration = readFileSync(join(__dirname, '../migrations/0006-invoice-references.sql'), 'utf8');
    for (const [statement] of migration.matchAll(/^(with told|update)[^;]+;/gm)) await service.db.query(statement);
    expect(await service.contents()).toEqual(before);
    expect((await service.rebuild({ isVerify: true })).flatMap(({ drift }) => drift)).toEqual([]);
  });
});
