import { fakeClock } from '@repasse/chassis/testing/clock';
import { type ExchangeAnswer, ExchangeFault, type ExchangeRequest } from '../exchange';
import { createTokenSource, type TokenOptions } from './token';

const bankOf = (expiresInSeconds: unknown, answers: readonly (ExchangeAnswer | ExchangeFault)[] = []) => {
  const asked: ExchangeRequest[] = [];
  const exchange = (request: ExchangeRequest): Promise<ExchangeAnswer> => {
    const planned = answers[asked.length];
    asked.push(request);
    if (planned instanceof ExchangeFault) return Promise.reject(planned);
    const body = { access_token: `token-${asked.length}`, token_type: 'Bearer', expires_in: expiresInSeconds };
    return Promise.resolve(planned ?? { status: 200, text: JSON.stringify(body) });
  };
  return { asked, exchange };
};

const setUp = (bank: ReturnType<typeof bankOf>, other: Partial<TokenOptions> = {}) => {
  const clock = fakeClock();
  const source = createTokenSource({
    exchange: bank.exchange,
    clock,
    tokenUrl: 'https://bank.example.com/oauth/token',
    clientId: 'id',
    clientSecret: 'secret',
    bodyFormat: 'form',
    timeoutMs: 1_000,
    ...other,
  });
  return { clock, source };
};

describe('the token source', () => {
  it.each([
    ['an hour, less a minute', 3_600, 3_540_000],
    ['five minutes, less a tenth', 300, 270_000],
    ['five minutes when nothing is said', undefined, 270_000],
  ])('uses a token for %s', async (_, expiresInSeconds, usableMs) => {
    const bank = bankOf(expiresInSeconds);
    const { clock, source } = setUp(bank);
    await source.get();
    clock.advance(usableMs - 1);
    expect(await source.get()).toEqual({ token: 'token-1' });
    clock.advance(1);
    expect(await source.get()).toEqual({ token: 'token-2' });
  });

  it('asks once for everybody who waits', async () => {
    const bank = bankOf(3_600);
    const { source } = setUp(bank);

    await Promise.all([source.get(), source.get(), source.get()]);
    expect(bank.asked).toHaveLength(1);
  });

  it('forgets a token the bank no longer takes, but not its successor', async () => {
    const { source } = setUp(bankOf(3_600));
    await source.get();
    source.discard('token-1');
    await source.get();
    source.discard('token-1');

    expect(await source.get()).toEqual({ token: 'token-2' });
  });

  it('asks again after a fault, and keeps no refusal', async () => {
    const refusal = { status: 401, text: '{"error":"invalid_client"}' };
    const { source } = setUp(bankOf(3_600, [new ExchangeFault('timeout', 'late'), refusal]));

    await expect(source.get()).rejects.toThrow('late');
    expect(await source.get()).toEqual({ refusal });
    expect(await source.get()).toEqual({ token: 'token-3' });
  });

  it.each(['', 'x', '{}', '{"access_token":7}', 'null'])('takes %p for no token', async (text) => {
    const { source } = setUp(bankOf(3_600, [{ status: 200, text }]));

    expect(await source.get()).toEqual({ refusal: { status: 200, text } });
  });

  it.each([
    ['form', 'application/x-www-form-urlencoded', 'grant_type=client_credentials&scope=cob.write+cob.read'],
    ['json', 'application/json', '{"grant_type":"client_credentials","scope":"cob.write cob.read"}'],
  ] as const)('asks with a %s', async (bodyFormat, contentType, body) => {
    const bank = bankOf(3_600);
    await setUp(bank, { bodyFormat, scope: 'cob.write cob.read' }).source.get();

    expect(bank.asked[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Basic aWQ6c2VjcmV0', 'content-type': contentType },
      body,
    });
  });
});
