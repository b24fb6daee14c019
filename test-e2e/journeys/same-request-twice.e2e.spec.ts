import { randomUUID } from 'node:crypto';
import { MerchantApi } from '../support/api';
import { describeOnShared } from '../support/on-each-bus';

interface List {
  readonly data: readonly { readonly id: string }[];
  readonly pagination: { readonly total: number };
}

describeOnShared('postgres', 'the same request sent again', (stack) => {
  let merchant: MerchantApi;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
  });

  const countOf = async (externalReference: string): Promise<number> =>
    (await merchant.get<List>(`/charge/list?externalReference=${externalReference}`)).body.pagination.total;

  it('answers the same bytes for the same Idempotency-Key, and makes one charge', async () => {
    const externalReference = `twice-${randomUUID()}`;
    const headers = { 'idempotency-key': randomUUID() };

    const first = await merchant.createPixCharge({ externalReference }, headers);
    const second = await merchant.createPixCharge({ externalReference }, headers);

    expect(first.status).toBe(200);
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await countOf(externalReference)).toBe(1);
  });

  it('names the fields that differ when the key comes with another body', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await merchant.createPixCharge({}, headers);

    const other = await merchant.post(
      '/charge',
      { grossAmount: '99.00', currency: 'BRL', paymentMethod: 'PIX' },
      headers,
    );

    expect(other).toMatchObject({
      status: 422,
      body: { code: 'idempotency.key_reused', errors: [{ field: 'grossAmount' }] },
    });
  });

  it('makes one charge of fifty requests at once', async () => {
    const externalReference = `fifty-${randomUUID()}`;
    const headers = { 'idempotency-key': randomUUID() };

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => merchant.createPixCharge({ externalReference }, headers)),
    );

    const done = answers.filter(({ status }) => status === 200);
    const inProgress = answers.filter(({ status }) => status === 409);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(done.length + inProgress.length).toBe(50);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(await countOf(externalReference)).toBe(1);
    const later = await merchant.createPixCharge({ externalReference }, headers);
    expect(later.text).toBe(done[0]?.text);
  });

  it('refuses an attemptIdempotencyKey used before and says what it made', async () => {
    const attemptIdempotencyKey = randomUUID();
    const first = await merchant.createPixCharge({ attemptIdempotencyKey });

    const again = await merchant.createPixCharge({ attemptIdempotencyKey });

    expect(again).toMatchObject({
      status: 409,
      body: { code: 'charge.attempt_key_reused', chargeId: first.body.chargeId, attemptId: first.body.id },
    });
  });
});
