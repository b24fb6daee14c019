import { createLogger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';
import { type CardMood } from './support/peers';

const secretCard = {
  number: '5555444433331111',
  holderName: 'ZENOBIA QUARTZMAN',
  expirationMonth: 12,
  expirationYear: 2030,
  securityCode: '987',
};
const preview = { grossAmount: '10.00', currency: 'BRL' };

describe('what is left of a card', () => {
  const lines: string[] = [];
  const log = createLogger({
    service: 'charge',
    level: 'trace',
    destination: { write: (line) => void lines.push(line) },
  });
  const charge = new ChargeService('card_traces', {}, log);
  const { gateway } = charge.peers;
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  it('is its brand and last four digits: not in any answer, log, table or message is there more', async () => {
    const answers: TestAnswer[] = [];
    const moods: readonly CardMood[] = ['approve', 'decline', 'doubt', 'refuse', 'away'];
    for (const mood of moods) {
      gateway.cardMood = mood;
      const made = await charge.create({});
      const [chargeId, token] = [String(made.body['id']), String(made.body['checkoutToken'])];
      const headers = { 'idempotency-key': `card-${mood}` };
      answers.push(
        await charge.pay(chargeId, token, { card: secretCard, installments: 2 }, headers),
        await charge.pay(chargeId, token, { card: { ...secretCard, number: '5555444433331119' } }, headers),
        await charge.pay(chargeId, token, { card: secretCard, payer: { name: secretCard.number } }, headers),
        await charge.pay(chargeId, token, { card: secretCard, [secretCard.number]: '987' }, headers),
        await charge.pay(chargeId, token, { card: { ...secretCard, [secretCard.number]: 1 } }, headers),
        await charge.call('POST', `/charge/${chargeId}/attempts`, { body: { paymentMethod: 'PIX', card: secretCard } }),
        await charge.call('POST', '/charge/split-preview', { body: { ...preview, card: secretCard } }),
        await charge.call('GET', `/charge/${chargeId}/attempts`),
      );
    }
    expect(answers.some(({ status }) => status === 402)).toBe(true);
    expect(gateway.cardPayments).toHaveLength(moods.length);

    const texts = [
      ...answers.map(({ text, headers }) => text + JSON.stringify([...headers])),
      lines.join(''),
      ...(await everyRowOf(charge.db)),
      ...(await everyRowOf(charge.bus.db)),
    ];
    expect(lines.length).toBeGreaterThan(0);
    expect(texts.join('').length).toBeGreaterThan(10_000);
    for (const text of texts) {
      expect(text).not.toMatch(/5555\s?4444\s?3333\s?111\d/);
      expect(text).not.toContain(secretCard.holderName);
      expect(text).not.toMatch(/"securityCode"\s*:\s*"\d/);
    }
  });
});

/** Every table there is, whatever it is called, so that a new one is looked into without being named here. */
const everyRowOf = async (db: Database): Promise<string[]> => {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => db.query<{ row: string }>(`select t::text as row from ${name} t`)),
  );
  return rows.flat().map(({ row }) => row);
};
