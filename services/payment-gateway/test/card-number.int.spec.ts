import { createLogger } from '@repasse/chassis/log/logger';
import { eventually } from '@repasse/chassis/testing/eventually';
import { securityCode } from './support/card-gateway';
import { approvedNumber } from './support/card-payments';
import { type CardWorld, deniedNumber, openCardWorld, saveCard } from './support/saved-cards';

const numbers = [approvedNumber, deniedNumber];

let world: CardWorld;
const lines: string[] = [];
const answers: string[] = [];

/** Every way a card can go through here once, with everything that is written down as loud as it gets. */
beforeAll(async () => {
  const destination = { write: (line: string) => void lines.push(line) };
  world = await openCardWorld({
    log: createLogger({ service: 'test', level: 'trace', destination }),
    backstopMs: 20,
  });
  const { acquirer } = world;
  const charge = async (number: string, isFaulty = false): Promise<void> => {
    const { paymentId, sent, status, text } = await world.pay({ number });
    answers.push(text);
    if (!isFaulty) expect(status).toBe(200);
    // The same request again, as a caller that got no answer sends it.
    answers.push((await world.pay(sent)).text);
    answers.push(JSON.stringify((await world.gateway.getPayment(paymentId)).body));
  };
  await charge(approvedNumber);
  await charge(deniedNumber);
  acquirer.next('sell', { kind: 'silent', isDone: false });
  await charge(approvedNumber);
  acquirer.next('sell', { kind: 'cut', isDone: true });
  await charge(approvedNumber);
  const quoting = [{ Code: 126, Message: `Card ${approvedNumber} with ${securityCode} is not valid` }];
  acquirer.next('sell', { kind: 'answer', status: 400, body: quoting, isDone: false });
  await charge(approvedNumber);
  acquirer.next('sell', { kind: 'answer', status: 500, body: { sent: { number: approvedNumber } }, isDone: false });
  await charge(approvedNumber);
  await charge(`${approvedNumber}x`, true);
  await paySaved();
});
afterAll(() => world.stop());

/** A card that is saved, and what it pays later. */
const paySaved = async (): Promise<void> => {
  const { cardToken, paymentId } = await saveCard(world);
  answers.push(JSON.stringify((await world.gateway.getPayment(paymentId)).body), (await world.pay({ cardToken })).text);
  answers.push((await world.ask('GET', '/payments/v1/saved-cards')).text);
};

const acquirerTokens = (): readonly string[] =>
  world.acquirer.questions
    .map(({ body }) => (body as { Payment?: { CreditCard?: { CardToken?: string } } } | undefined)?.Payment?.CreditCard)
    .flatMap((card) => (card?.CardToken === undefined ? [] : [card.CardToken]));

const expectNoCard = (text: string): void => {
  for (const number of numbers) expect(text).not.toContain(number);
  // Three digits stand in many ids and times; a code stands by itself.
  expect(text).not.toMatch(new RegExp(`["\\s:=]${securityCode}(?=["\\s,\\\\])`));
};

describe('a card’s number and code', () => {
  it('are in no table of the service and in no message', async () => {
    await eventually(async () => {
      const [count] = await world.gateway.db.query<{ sales: number }>(
        `select count(*)::int as sales from provider_calls where operation = 'post_sale'`,
        [],
      );
      return count?.sales === 8;
    });
    const [kept, carried] = [await everything(world.gateway.db), await everything(world.gateway.bus.db)];

    expect(kept).toContain('CREDIT_CARD');
    expect(carried).toContain('CREDIT_CARD');
    expectNoCard(kept);
    expectNoCard(carried);
    // Nor is what the acquirer calls the card it saved: that could be charged as well.
    const [named] = acquirerTokens();
    expect(named).toMatch(/^[0-9a-f-]{36}$/);
    for (const text of [kept, carried, lines.join(''), answers.join('')]) expect(text).not.toContain(named);
  });

  it('are in no log line, whatever went wrong', () => {
    expect(lines.join('')).toContain('card not charged yet or not at all');
    expectNoCard(lines.join(''));
  });

  it('are in no answer and no metric', async () => {
    expect(answers.join('')).toContain('"last4":"0040"');
    expectNoCard(answers.join(''));
    expectNoCard(await world.gateway.metric());
  });

  it('were what the acquirer got', () => {
    const sent = JSON.stringify(world.acquirer.questions.map(({ body }) => body));

    expect(sent).toContain(`"CardNumber":"${approvedNumber}"`);
    expect(sent).toContain(`"SecurityCode":"${securityCode}"`);
  });

  it('went there once for each payment, however often it was asked for', () => {
    const orders = world.acquirer.questions
      .filter(({ operation }) => operation === 'sell')
      .map(({ body }) => (body as { MerchantOrderId: string }).MerchantOrderId);

    expect(orders).toHaveLength(8);
    expect(new Set(orders).size).toBe(8);
  });
});

/** Every row of every table, as text. */
const everything = async (db: CardWorld['gateway']['db']): Promise<string> => {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
    [],
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    for (const { row } of await db.query<{ row: string }>(`select t::text as row from ${name} t`, [])) rows.push(row);
  }
  return rows.join('\n');
};
