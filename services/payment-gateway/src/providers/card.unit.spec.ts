import { format, inspect } from 'node:util';
import { createLogger } from '@repasse/chassis/log/logger';
import { Card } from './card';

const details = {
  number: '4024007100000040',
  holderName: 'FULANA DE TAL',
  expirationMonth: 12,
  expirationYear: 2030,
  securityCode: '987',
};
const card = new Card(details);

/** Whatever of a card must not come out anywhere. */
const secrets = ['4024007100000040', '402400710000004', '987', 'FULANA', '2030'];

const expectNoSecret = (text: string): void => {
  for (const secret of secrets) expect(text).not.toContain(secret);
};

describe('a card', () => {
  it('shows its brand and last four digits', () => {
    expect(String(card)).toBe('VISA ****0040');
    expect(JSON.parse(JSON.stringify({ card }))).toEqual({ card: { brand: 'VISA', last4: '0040' } });
  });

  it('gives its details only to who asks for them by name', () => {
    expect(card.reveal()).toEqual(details);
  });

  it.each<[string, (of: Card) => string]>([
    ['inspect', (of) => inspect({ of }, { depth: 10, showHidden: true })],
    ['format', (of) => format('%s %o %j', of, of, of)],
    ['a copy', (of) => JSON.stringify(Object.assign({}, of))],
    ['a clone', (of) => JSON.stringify(structuredClone(of))],
    ['its entries', (of) => JSON.stringify([Object.entries(of), Object.getOwnPropertyNames(of)])],
    ['an error', (of) => inspect(Object.assign(new Error(`refused ${String(of)}`), { of }))],
  ])('does not leak through %s', (_, print) => {
    expectNoSecret(print(card));
  });

  it('does not leak through a log line', () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLogger({ service: 'test', level: 'info', destination });
    log.info({ paid: card, err: Object.assign(new Error(String(card)), { card }) }, format('%o', card));
    log.child({ paid: card }).info('bound');

    expect(lines).toHaveLength(2);
    expectNoSecret(lines.join('').replace(/"time":"[^"]*"/g, ''));
  });
});
