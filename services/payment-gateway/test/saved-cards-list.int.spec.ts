import { createLogger } from '@repasse/chassis/log/logger';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type CardWorld, eraseCard, listCards, openCardWorld, saveCard, sales } from './support/saved-cards';

const lines: string[] = [];
let world: CardWorld;

beforeAll(async () => {
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: 'test', level: 'trace', destination });
  // No provider is silent here, and a sale is held for as long as a card takes to be erased.
  const providerTimings = { exchangeTimeoutMs: 20_000, budgetMs: 40_000, retryDelayMs: 5 };
  world = await openCardWorld({ clock: fakeClock('2026-11-21T15:00:00.000Z'), log, providerTimings });
});
afterAll(() => world.stop());

const nobodysToken = 'card_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';

/** Each test has merchants of its own, so that no list has another test's cards. */
let lastMerchant = 3_000;
const newMerchant = (): number => (lastMerchant += 1);

const payBy = (cardToken: string, userId: number, paymentId?: string) =>
  world.pay({ cardToken, userId, ...(paymentId !== undefined && { paymentId }) });
const tokensOf = async (userId: number): Promise<readonly string[]> =>
  (await listCards(world, userId)).data.map(({ card_token }) => card_token);
const rowsOf = (cardToken: string): Promise<object[]> =>
  world.gateway.db.query('select * from saved_cards where card_token = $1', [cardToken]);

describe('the saved cards of a merchant', () => {
  it('are listed with their data', async () => {
    const userId = newMerchant();
    const { cardToken, paymentId, invoiceId } = await saveCard(world, userId);

    expect(await listCards(world, userId)).toEqual({
      data: [
        {
          card_token: cardToken,
          brand: 'VISA',
          last4: '0040',
          expiration_month: 12,
          expiration_year: 2035,
          charge_id: paymentId.replace('pay_', 'ch_'),
          invoice_id: invoiceId,
          createdAt: '2026-11-21T12:00:00.000-03:00',
        },
      ],
      pagination: { limit: 10, nextCursor: null },
    });
  });

  it('are listed page by page, newest first, also when the card between two pages is erased', async () => {
    const userId = newMerchant();
    const saved: string[] = [];
    for (let nth = 1; nth <= 5; nth += 1) saved.unshift((await saveCard(world, userId)).cardToken);
    const page = async (query: string) => {
      const { data, pagination } = await listCards(world, userId, query);
      return { tokens: data.map(({ card_token }) => card_token), ...pagination };
    };

    const first = await page('?limit=2');
    await eraseCard(world, saved[1] ?? '', userId);
    const second = await page(`?limit=2&cursor=${first.nextCursor}`);
    const last = await page(`?limit=2&cursor=${second.nextCursor}`);

    expect(first).toEqual({ tokens: saved.slice(0, 2), limit: 2, nextCursor: expect.any(String) });
    expect(second).toEqual({ tokens: saved.slice(2, 4), limit: 2, nextCursor: expect.any(String) });
    expect(last).toEqual({ tokens: saved.slice(4), limit: 2, nextCursor: null });
    expect((await page('?limit=4')).nextCursor).toBeNull();
  });

  it('are shown to no other merchant, whatever cursor they have', async () => {
    const [userId, other] = [newMerchant(), newMerchant()];
    await saveCard(world, userId);
    await saveCard(world, userId);
    const { pagination } = await listCards(world, userId, '?limit=1');

    expect((await listCards(world, other)).data).toEqual([]);
    expect((await listCards(world, other, `?cursor=${pagination.nextCursor}`)).data).toEqual([]);
  });

  it.each(['?cursor=MjAyNi0xMS0yMQ', `?cursor=${nobodysToken}`, '?limit=0', '?limit=101'])(
    'are not listed by %s',
    async (query) => {
      const { status, body } = await world.ask('GET', `/payments/v1/saved-cards${query}`);

      expect([status, body['code']]).toEqual([400, 'request.invalid']);
    },
  );

  it('are read and erased with the right scopes', async () => {
    const userId = newMerchant();
    const { cardToken } = await saveCard(world, userId);
    const read = await world.ask('GET', '/payments/v1/saved-cards', { userId, scopes: ['payments:write'] });
    const path = `/payments/v1/saved-cards/${cardToken}`;
    const erased = await world.ask('DELETE', path, { userId, scopes: ['payments:read'] });

    expect([read.status, erased.status]).toEqual([403, 403]);
    expect(await tokensOf(userId)).toEqual([cardToken]);
  });
});

describe('a saved card that is erased', () => {
  it('is gone for good, and its payments stay', async () => {
    const userId = newMerchant();
    const { cardToken, paymentId } = await saveCard(world, userId);
    const { cardToken: kept } = await saveCard(world, userId);
    const erased = await eraseCard(world, cardToken, userId);

    expect([erased.status, erased.text]).toEqual([204, '']);
    expect(await rowsOf(cardToken)).toEqual([]);
    expect(await tokensOf(userId)).toEqual([kept]);
    expect((await world.gateway.getPayment(paymentId)).body).toMatchObject({ status: 'RECEIVED' });
    expect((await eraseCard(world, cardToken, userId)).status).toBe(404);
  });

  it('is charged no more', async () => {
    const userId = newMerchant();
    const { cardToken } = await saveCard(world, userId);
    await eraseCard(world, cardToken, userId);
    const before = sales(world).length;
    const [refused, unknown] = [await payBy(cardToken, userId), await payBy(nobodysToken, userId)];

    expect([refused.status, refused.body['code']]).toEqual([404, 'payment.saved_card_not_found']);
    expect(refused.body['detail']).toEqual(unknown.body['detail']);
    expect(sales(world)).toHaveLength(before);
  });

  it('still pays a payment under way', async () => {
    const userId = newMerchant();
    const { cardToken } = await saveCard(world, userId);
    const before = sales(world).length;
    let letGo = (): void => undefined;
    const until = new Promise<void>((resolve) => (letGo = resolve));
    world.acquirer.next('sell', { kind: 'held', until });

    const paying = payBy(cardToken, userId);
    await eventually(() => sales(world).length === before + 1);
    expect((await eraseCard(world, cardToken, userId)).status).toBe(204);
    letGo();

    expect((await paying).body['status']).toBe('RECEIVED');
  });

  it('must be one of the merchant’s own', async () => {
    const [userId, other] = [newMerchant(), newMerchant()];
    const { cardToken } = await saveCard(world, userId);
    const answers = [
      await eraseCard(world, cardToken, other),
      await eraseCard(world, nobodysToken, other),
      await eraseCard(world, 'no-card', other),
    ];

    for (const { status, body } of answers) {
      expect([status, body['code']]).toEqual([404, 'payment.saved_card_not_found']);
      expect(body['detail']).toBe(answers[0]?.body['detail']);
    }
    expect((await payBy(cardToken, userId)).body['status']).toBe('RECEIVED');
  });

  it('leaves our token in the log, and the acquirer’s token nowhere', async () => {
    const userId = newMerchant();
    const { cardToken } = await saveCard(world, userId);
    const texts = [(await payBy(cardToken, userId)).text];
    const sale = sales(world).at(-1) as { Payment: { CreditCard: { CardToken: string } } };
    const acquirersToken = sale.Payment.CreditCard.CardToken;
    expect(lines.join('')).not.toContain(cardToken);
    texts.push(
      (await world.ask('GET', '/payments/v1/saved-cards', { userId })).text,
      (await eraseCard(world, cardToken, userId)).text,
      (await eraseCard(world, cardToken, userId)).text,
      (await payBy(cardToken, userId)).text,
    );

    const told = lines.filter((line) => line.includes(cardToken)).map((line) => JSON.parse(line) as object);
    expect(told).toEqual([
      expect.objectContaining({ level: 'info', msg: 'saved card erased', erased: cardToken, userId }),
    ]);
    expect(JSON.stringify(told)).not.toContain('0040');
    expect(acquirersToken).toMatch(/^[0-9a-f-]{36}$/);
    expect([...texts, ...lines].join('')).not.toContain(acquirersToken);
  });
});

describe('without the key that saved cards were sealed with', () => {
  it('they are listed and erased all the same', async () => {
    const keyless = await openCardWorld({}, { KEY_ENCRYPTION_KEYS: '' });
    try {
      const { paymentId, body: paid } = await keyless.pay();
      await keyless.gateway.db.query(
        `insert into saved_cards select $1, user_id, provider, 'sealed', 'VISA', '0040', 12, 2035, payment_id, now()
         from payments where payment_id = $2`,
        [nobodysToken, paymentId],
      );
      const { body } = await keyless.ask('GET', '/payments/v1/saved-cards');

      expect(body['data']).toMatchObject([{ card_token: nobodysToken, invoice_id: paid['invoiceId'] }]);
      expect((await eraseCard(keyless, nobodysToken)).status).toBe(204);
      expect(await keyless.gateway.db.query('select * from saved_cards')).toEqual([]);
    } finally {
      await keyless.stop();
    }
  });
});
