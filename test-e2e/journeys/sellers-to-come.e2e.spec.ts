import { randomUUID } from 'node:crypto';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request, type Attempt } from '../support/api';
import { describeOnEachSharedBus } from '../support/on-each-bus';
import { cnpjOf } from '../support/sellers';

interface HeldShare {
  readonly id: string;
  readonly chargeId: string;
  readonly status: string;
  readonly amount: string;
  readonly claimedBy: number | null;
}

interface Imported {
  readonly created: number;
  readonly found: number;
  readonly refused: number;
  readonly lines: readonly { readonly line: number; readonly recipientId: number | null }[];
}

interface Fed {
  readonly type: string;
  readonly data: { readonly heldShare?: { readonly id: string }; readonly recipient?: { readonly userId: number } };
}

/** As a Brazilian spreadsheet writes it. */
const columns = [
  ...['E-mail', 'Tipo', 'Razão social', 'CPF/CNPJ', 'Telefone'],
  ...['Logradouro', 'Número', 'Bairro', 'Cidade', 'UF', 'CEP'],
  ...['Representante', 'CPF do representante', 'Nascimento do representante'],
];

/** A marketplace that sells before its sellers have registered, and then registers them from a spreadsheet. */
describeOnEachSharedBus('a share for a seller to come', (stack, bus) => {
  const suite = `${bus}-${randomUUID().slice(0, 8)}`;
  const emailOf = (name: string): string => `${name}-${suite}@loja.example`;
  let staff: MerchantApi;
  let marketplace: MerchantApi;
  let attempt: Attempt;

  const signUp = async (): Promise<MerchantApi> => {
    const user = await staff.post<{ readonly id: number }>('/users', {
      email: emailOf('shop'),
      name: 'A marketplace',
      profile: 'CUSTOMER',
    });
    expect(user.status).toBe(201);
    const key = await staff.post<{ readonly clientId: string; readonly clientSecret: string }>(
      `/users/${String(user.body.id)}/api-keys`,
      {},
    );
    return MerchantApi.signIn(stack.file, key.body);
  };
  const shares = async (): Promise<readonly HeldShare[]> =>
    (await marketplace.get<{ readonly data: readonly HeldShare[] }>('/held-shares')).body.data;
  const fed = async (): Promise<readonly Fed[]> =>
    (await marketplace.get<{ readonly data: readonly Fed[] }>('/events?limit=500')).body.data;
  const importFile = (rawBody: string): Promise<{ readonly status: number; readonly body: Imported }> =>
    request<Imported>('POST', `${stack.file.baseUrl}/recipients/import`, {
      ...{ token: marketplace.token, rawBody },
      headers: { 'content-type': 'text/csv', 'idempotency-key': randomUUID() },
    });

  beforeAll(async () => {
    staff = await MerchantApi.signIn(stack.file, stack.file.admin);
    marketplace = await signUp();
    const rules = await marketplace.get<object>('/payment-rules');
    const put = await marketplace.put('/payment-rules', { ...rules.body, unknownRecipient: 'hold', shareHoldDays: 30 });
    expect(put.status).toBe(200);
  });

  it('waits, seen by the marketplace, while nobody has the address', async () => {
    const split = [{ recipientEmail: emailOf('seller'), kind: 'PERCENT', percent: 70 }];
    attempt = (await marketplace.createPixCharge({ split })).body;
    await marketplace.pay(attempt.checkoutMeta.emv);

    await eventuallyHolds(async () => expect(await shares()).toHaveLength(1));
    expect(await shares()).toMatchObject([{ chargeId: attempt.chargeId, status: 'HELD', claimedBy: null }]);
    await eventuallyHolds(async () => {
      expect((await fed()).map(({ type }) => type)).toContain('settlement.share_held');
      expect(await marketplace.timelineTypes(attempt.chargeId)).toContain('repasse.share.held.v1');
    });
  });

  it('is the seller’s once they were imported and verified, and their balance has it', async () => {
    const [first, other] = [Date.now() % 90_000_000, (Date.now() % 90_000_000) + 1];
    const row = (name: string, number: number): readonly string[] => [
      ...[emailOf(name), 'PJ', `Loja ${name}`, cnpjOf(number), '+5511987654321'],
      ...['Rua Augusta', '100', 'Consolação', 'São Paulo', 'SP', '01305-000'],
      ...['Bia Lima', '529.982.247-25', '03/02/1980'],
    ];
    const file = [columns, row('seller', first), row('another', other)].map((cells) => cells.join(';')).join('\r\n');
    const { status, body } = await importFile(file);
    expect({ status, body }).toMatchObject({ status: 200, body: { created: 2, found: 0, refused: 0 } });
    expect((await importFile(file)).body).toMatchObject({ created: 0, found: 2, refused: 0 });
    const sellerId = Number(body.lines[0]?.recipientId);
    const path = `/recipients/${String(sellerId)}/verification`;
    expect((await marketplace.post(path)).status).toBe(200);
    expect(await shares()).toMatchObject([{ status: 'HELD' }]);

    expect((await staff.post(`${path}/decision`, { decision: 'VERIFIED' })).status).toBe(200);

    await eventuallyHolds(async () =>
      expect(await shares()).toMatchObject([{ status: 'CLAIMED', claimedBy: sellerId }]),
    );
    const [share] = await shares();
    expect(await marketplace.availableCents(sellerId)).toBe(Number(share?.amount.replace('.', '')));
    await eventuallyHolds(async () => {
      const told = await fed();
      expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(['recipient.registered']));
      expect(told.find(({ type }) => type === 'settlement.share_claimed')?.data.heldShare?.id).toBe(share?.id);
      expect(told.find(({ type }) => type === 'recipient.verified')?.data.recipient?.userId).toBe(sellerId);
      expect(await marketplace.timelineTypes(attempt.chargeId)).toContain('repasse.share.claimed.v1');
    });
    await eventuallyHolds(async () => expect(await staff.ledgerCheck()).toMatchObject({ isBalanced: true }));
  });
});
