import { HttpFault } from '@repasse/chassis/http/http-fault';
import { type ExchangeAnswer, type ExchangeRequest } from '../wire/exchange';
import { fetchGrant, type TokenOptions } from './token';

const setUp = (answer: ExchangeAnswer | HttpFault, other: Partial<TokenOptions> = {}) => {
  const asked: ExchangeRequest[] = [];
  const options: TokenOptions = {
    exchange: (request) => {
      asked.push(request);
      return answer instanceof HttpFault ? Promise.reject(answer) : Promise.resolve(answer);
    },
    tokenUrl: 'https://bank.example.com/oauth/token',
    clientId: 'id',
    clientSecret: 'secret',
    tokenFormat: 'form',
    tokenScope: undefined,
    ...other,
  };
  return { asked, fetch: () => fetchGrant(options, 1_000) };
};

const granted = (expiresInSeconds: unknown): ExchangeAnswer => ({
  status: 200,
  text: JSON.stringify({ access_token: 'token', token_type: 'Bearer', expires_in: expiresInSeconds }),
});

describe('the token endpoint', () => {
  it.each([
    ['an hour, less a minute', 3_600, 3_540_000],
    ['five minutes, less a tenth', 300, 270_000],
    ['five minutes when nothing is said', undefined, 270_000],
  ])('grants a token for %s', async (_, expiresInSeconds, usableMs) => {
    expect(await setUp(granted(expiresInSeconds)).fetch()).toEqual({ token: 'token', usableMs });
  });

  it.each(['', 'x', '{}', '{"access_token":7}', 'null'])('grants none by %p', async (text) => {
    expect(await setUp({ status: 200, text }).fetch()).toEqual({ detail: 'The token endpoint answered 200.' });
  });

  it('says why there is none', async () => {
    const refusal = { status: 401, text: '{"error":"invalid_client"}' };

    expect(await setUp(refusal).fetch()).toEqual({ detail: 'The token endpoint answered 401.' });
    expect(await setUp(new HttpFault('timeout', 'late')).fetch()).toEqual({ detail: 'late' });
  });

  it.each([
    ['form', 'application/x-www-form-urlencoded', 'grant_type=client_credentials&scope=cob.write+cob.read'],
    ['json', 'application/json', '{"grant_type":"client_credentials","scope":"cob.write cob.read"}'],
  ] as const)('is asked with a %s', async (tokenFormat, contentType, body) => {
    const { asked, fetch } = setUp(granted(3_600), { tokenFormat, tokenScope: 'cob.write cob.read' });
    await fetch();

    expect(asked[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Basic aWQ6c2VjcmV0', 'content-type': contentType },
      body,
    });
  });
});
