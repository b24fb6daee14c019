import { HttpFault } from '@repasse/chassis/http/http-fault';
import { createLogger } from '@repasse/chassis/log/logger';
import { object, reader, text } from './schema';
import { createAsk, type Protocol } from './ask';
import { type ExchangeAnswer, type ExchangeRequest } from './exchange';
import { lookup, missingOrSilent, notFound, unavailable } from './lookup';

const setUp = (answer: ExchangeAnswer | HttpFault, other: Partial<Protocol> = {}) => {
  const asked: ExchangeRequest[] = [];
  const exchange = (request: ExchangeRequest): Promise<ExchangeAnswer> => {
    asked.push(request);
    return answer instanceof HttpFault ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const ask = createAsk(exchange, {
    baseUrl: 'https://bank.example.com',
    headers: { key: 'k' },
    detailOf: () => undefined,
    ...other,
  });
  return { asked, ask };
};
const question = { operation: 'get', method: 'GET', path: '/x', timeoutMs: 1_000 } as const;

describe('a question to a provider', () => {
  it.each<[string, ExchangeAnswer | HttpFault, object]>([
    ['200', { status: 200, text: '{"a":1}' }, { outcome: 'answered', body: { a: 1 } }],
    ['204 without a body', { status: 204, text: '' }, { outcome: 'answered', body: null }],
    ['200 by something in between', { status: 200, text: '<html>' }, { outcome: 'silent', isTimeout: false }],
    ['400', { status: 400, text: '{}' }, { outcome: 'refused', status: 400, body: {} }],
    ['401', { status: 401, text: '' }, { outcome: 'unavailable', status: 401 }],
    ['404', { status: 404, text: '' }, { outcome: 'missing' }],
    ['409', { status: 409, text: '{}' }, { outcome: 'unavailable' }],
    ['500', { status: 500, text: '' }, { outcome: 'silent', isTimeout: false }],
    ['504', { status: 504, text: '' }, { outcome: 'silent', isTimeout: true }],
    ['a refused connection', new HttpFault('refused', 'no'), { outcome: 'unavailable', detail: 'no' }],
    ['a cut connection', new HttpFault('broken', 'cut'), { outcome: 'silent', isTimeout: false, detail: 'cut' }],
    ['no answer in time', new HttpFault('timeout', 'late'), { outcome: 'silent', isTimeout: true }],
  ])('that comes to %s is sorted by what may be done next', async (_, answer, expected) => {
    expect(await setUp(answer).ask(question)).toMatchObject(expected);
  });

  it('goes by what the protocol refuses with, and how it says why', async () => {
    const { ask } = setUp({ status: 409, text: '{"code":7}' }, { refusals: [409], detailOf: () => 'seven' });

    expect(await ask(question)).toEqual({ outcome: 'refused', status: 409, body: { code: 7 }, detail: 'seven' });
  });

  it('declares a body only where there is one, and an empty one on PUT', async () => {
    const { asked, ask } = setUp({ status: 200, text: '{}' });
    await ask(question);
    await ask({ ...question, method: 'PUT' });
    await ask({ ...question, method: 'PUT', body: { a: 1 } });

    expect(asked.map(({ body }) => body)).toEqual([undefined, '', '{"a":1}']);
    expect(asked[0]?.headers).toEqual({ accept: 'application/json', key: 'k' });
    expect(asked[2]?.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('lets a fault of our own through', async () => {
    const ask = createAsk(() => Promise.reject(new Error('ours')), {
      baseUrl: 'https://bank.example.com',
      headers: {},
      detailOf: () => undefined,
    });

    await expect(ask(question)).rejects.toThrow('ours');
  });
});

describe('looking something up', () => {
  const lines: string[] = [];
  const log = createLogger({ service: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
  const read = reader('order', object({ id: text }));

  it('finds what can be read, and is silent and logs about what cannot', () => {
    expect(lookup(log, { outcome: 'answered', body: { id: 'a' } }, read)).toEqual({
      outcome: 'found',
      value: { id: 'a' },
    });
    expect(lookup(log, { outcome: 'answered', body: {} }, read)).toMatchObject({ outcome: 'silent', isTimeout: false });
    expect(lines.join('')).toContain('unreadable');
  });

  it('takes a refused question for no answer', () => {
    const refused = { outcome: 'refused', status: 400, body: null, detail: 'no' } as const;

    expect(notFound(refused)).toEqual({ outcome: 'unavailable', detail: 'no' });
    expect(missingOrSilent(notFound(refused))).toEqual({ outcome: 'silent', detail: 'no' });
    expect(missingOrSilent({ outcome: 'missing' })).toEqual({ outcome: 'missing' });
    expect(unavailable({ outcome: 'silent', isTimeout: true, detail: 'late' })).toEqual({
      outcome: 'unavailable',
      detail: 'late',
    });
  });
});
