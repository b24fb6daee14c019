import { randomBytes } from 'node:crypto';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Answer, type Problem } from '../support/api';
import { createCryptoPayment } from '../support/coins';
import { describeOnShared } from '../support/on-each-bus';

interface Invoice {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly amount: number;
  readonly gateway: string;
  readonly user_id: number;
  readonly external_reference: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly payment_details: { readonly pay_address: string };
}

interface Page {
  readonly data: readonly Invoice[];
  readonly pagination: {
    readonly page: number;
    readonly quantityPerPage: number;
    readonly total: number;
    readonly totalPages: number;
  };
}

interface Envelope<Response> {
  readonly status: number;
  readonly code: string;
  readonly response: Response;
}

type Pix = Envelope<{ readonly id: number; readonly emv: string }>;

describeOnShared('postgres', 'invoices, as a CUSTOMER, an OPERATOR and an ADMIN see them', (stack) => {
  let merchant: MerchantApi;
  let other: MerchantApi;
  let operator: MerchantApi;
  let admin: MerchantApi;
  let coins: Invoice;
  /**
   * Staff see other suites' invoices too; these letters identify ours. No digit, as a search by number would find it.
   */
  const suite = Array.from(randomBytes(8), (byte) => 'abcdefghijklmnop'[byte % 16]).join('');
  const named = (what: string): string => `invoice-${what}-${suite}`;

  const list = async (who: MerchantApi, query = ''): Promise<Page> => {
    const answer = await who.get<Envelope<Page>>(`/invoices/payment-gateway${query}`);
    expect(answer).toMatchObject({ status: 200, body: { status: 200, code: 'success' } });
    return answer.body.response;
  };

  /** All that the filter leaves, with nothing else in it. */
  const references = async (who: MerchantApi, query: string): Promise<readonly string[]> =>
    (await list(who, query)).data.map(({ external_reference }) => external_reference.replace(`-${suite}`, ''));

  const refusal = (who: MerchantApi, query: string): Promise<Answer<Problem>> =>
    who.get<Problem>(`/invoices/payment-gateway${query}`);

  /** A user with a key of their own, made by an administrator. */
  const signUp = async (profile: string): Promise<MerchantApi> => {
    const email = `${profile.toLowerCase()}-${suite}@journey.example`;
    const user = await admin.post<{ readonly id: number }>('/users', { email, name: `A ${profile}`, profile });
    expect(user.status).toBe(201);
    const key = await admin.post<{ readonly clientId: string; readonly clientSecret: string }>(
      `/users/${String(user.body.id)}/api-keys`,
      {},
    );
    expect(key.status).toBe(201);
    return MerchantApi.signIn(stack.file, key.body);
  };

  const createPix = async (who: MerchantApi, amount: number, external_reference: string): Promise<Pix['response']> => {
    const expire_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { clientMode: 'noNeedToSpecify', amount, expire_at, external_reference };
    const created = await who.post<Pix>('/payments', body);
    expect(created.status).toBe(201);
    return created.body.response;
  };

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
    admin = await MerchantApi.signIn(stack.file, stack.file.admin);
    operator = await signUp('OPERATOR');
    other = await signUp('CUSTOMER');

    const paid = await createPix(merchant, 30, named('paid'));
    await merchant.pay(paid.emv);
    await createPix(merchant, 20, named('open'));
    const crypto = await createCryptoPayment(merchant, { external_reference: named('coins'), amount: 80 });
    await merchant.createPixCharge({ externalReference: named('charge') });
    await createPix(other, 10, named('of-another'));

    await eventuallyHolds(async () => {
      const everybodys = await list(operator, `?query=${suite}`);
      expect(everybodys.pagination.total).toBe(5);
      const all = everybodys.data.map(({ external_reference, status }) => `${external_reference} ${status}`);
      expect(all).toContain(`${named('paid')} PAID`);
      const [found] = (await list(merchant, `?query=${crypto.body.id}`)).data;
      if (found === undefined) throw new Error('The payment in coins is not listed yet.');
      expect(found.payment_details.pay_address).toBe(crypto.body.pay_address);
      coins = found;
    });
  });

  it('shows a CUSTOMER only their own', async () => {
    const own = await references(merchant, '?orderBy=createdAt.ASC');
    const others = await references(other, '');

    expect(own).toEqual(['invoice-paid', 'invoice-open', 'invoice-coins', 'invoice-charge']);
    expect(others).toEqual(['invoice-of-another']);
    expect(await other.get(`/invoices/payment-gateway/${coins.id}`)).toMatchObject({ status: 404 });
  });

  it('lets only OPERATOR and ADMIN name a user', async () => {
    const userId = String(stack.file.merchant.userId);

    expect(await refusal(merchant, `?user_id=${userId}`)).toMatchObject({ status: 403 });
    for (const staff of [operator, admin]) {
      expect((await list(staff, `?query=${suite}`)).pagination.total).toBe(5);
      expect((await list(staff, `?user_id=${userId}`)).pagination.total).toBe(4);
      expect(await staff.get(`/invoices/payment-gateway/${coins.id}`)).toMatchObject({
        status: 200,
        body: { status: 200, code: 'success', response: { id: coins.id, user_id: stack.file.merchant.userId } },
      });
    }
  });

  it.each([
    ['type in small letters', '?type=payment&orderBy=amount.ASC', ['open', 'paid', 'coins', 'charge']],
    ['a type there is none of', '?type=WITHDRAWAL', []],
    ['status', '?status=PAID', ['paid']],
    ['status and gateway', '?status=WAITING_PAYMENT&gateway=NOWPAYMENTS', ['coins']],
    ['gateway', '?gateway=PIX_BCB&orderBy=amount.DESC', ['charge', 'paid', 'open']],
    ['a period that is over', '?end_date=2020-01-01', []],
    [
      'a period that is not',
      '?start_date=2020-01-01&end_date=2999-12-31&orderBy=amount.ASC&quantityPerPage=2',
      ['open', 'paid'],
    ],
    ['the second page', '?orderBy=amount.ASC&quantityPerPage=2&page=2', ['coins', 'charge']],
    ['a page behind the last', '?page=9', []],
    ['a part of the reference, in capitals', '?query=ICE-COI', ['coins']],
    ['an unknown reference', '?query=zzzzzz', []],
  ])('is filtered by %s', async (_, query, expected) => {
    expect(await references(merchant, query)).toEqual(expected.map((name) => `invoice-${name}`));
  });

  it('is found by its number and by its address', async () => {
    const address = coins.payment_details.pay_address;

    expect(await references(merchant, `?query=${coins.id}`)).toEqual(['invoice-coins']);
    expect(await references(merchant, `?query=${address}`)).toEqual(['invoice-coins']);
  });

  it.each(['createdAt', 'updatedAt', 'amount', 'status'] as const)('is ordered by %s, both ways', async (field) => {
    const [up, down] = [await list(merchant, `?orderBy=${field}.ASC`), await list(merchant, `?orderBy=${field}.DESC`)];
    const valuesOf = ({ data }: Page): readonly (string | number)[] => data.map((invoice) => invoice[field]);

    expect(new Set(valuesOf(up)).size).toBeGreaterThan(1);
    expect(valuesOf(down)).toEqual(valuesOf(up).toReversed());
    expect(up.pagination).toEqual({ page: 1, quantityPerPage: 10, total: 4, totalPages: 1 });
  });

  it.each([
    ['orderBy', '?orderBy=secret.ASC'],
    ['orderBy', '?orderBy=amount.SIDEWAYS'],
    ['page', '?page=0'],
    ['quantityPerPage', '?quantityPerPage=101'],
    ['type', '?type=GIFT'],
    ['status', '?status=LOST'],
    ['start_date', '?start_date=yesterday'],
  ])('refuses a wrong %s (%s)', async (field, query) => {
    expect(await refusal(merchant, query)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});
