import { startTokenIssuer, type TokenIssuer } from '../../../../../../deploy/test/token-issuer';
import { createTokenSource, type OauthClient } from './oauth-token';

const secret = 'a-secret-of-the-client';

describe('tokens for the brokers', () => {
  let issuer: TokenIssuer;
  let nowMs = 0;
  const client = (over: Partial<OauthClient> = {}): OauthClient => ({
    ...{ tokenUrl: issuer.tokenUrl, clientId: 'charge', clientSecret: secret, scope: 'kafka', tlsCaFile: undefined },
    ...over,
  });
  const sourceOf = (over?: Partial<OauthClient>) =>
    createTokenSource(
      () => client(over),
      () => nowMs,
    );

  beforeEach(async () => {
    nowMs = 0;
    issuer = await startTokenIssuer({ lifetimeSeconds: 60, audience: 'kafka', secret });
  });
  afterEach(() => issuer.stop());

  it('are asked for once and shared, until one ends soon', async () => {
    const source = sourceOf();
    const [first, second] = await Promise.all([source.current(), source.current()]);
    nowMs = 44_000;
    const later = await source.current();
    expect([second, later, issuer.issued()]).toEqual([first, first, 1]);

    nowMs = 46_000;
    await source.current();
    expect(issuer.issued()).toBe(2);
  });

  it('are used to their end while the issuer is away', async () => {
    const source = sourceOf();
    const first = await source.current();
    await issuer.stop();

    nowMs = 59_000;
    expect(await source.current()).toBe(first);
    nowMs = 61_000;
    await expect(source.current()).rejects.toThrow('KAFKA_OAUTH_TOKEN_URL gives no answer');
  });

  it('are asked for with the secret of the moment', async () => {
    let current = secret;
    const source = createTokenSource(
      () => client({ clientSecret: current }),
      () => nowMs,
    );
    await source.current();
    issuer.terms.secret = 'another-secret-of-the-client';
    nowMs = 61_000;
    await expect(source.current()).rejects.toThrow('invalid_client');

    current = issuer.terms.secret;
    expect(await source.current()).toMatch(/^ey/);
  });

  it.each([
    ['a wrong secret', { clientSecret: 'a-wrong-secret-of-it' }, 'invalid_client'],
    ['a scope that is not given', { scope: 'everything' }, 'invalid_scope'],
  ])('refused for %s name the settings and no secret', async (_, over, word) => {
    const fault: unknown = await sourceOf(over)
      .current()
      .catch((caught: unknown) => caught);

    expect(fault).toMatchObject({ code: 'bus.refused', message: expect.stringContaining(word) as string });
    expect(String(fault)).toContain('KAFKA_OAUTH_CLIENT_SECRET');
    expect(String(fault)).not.toContain(client(over).clientSecret);
  });

  it('that are missing from an answer are a fault that passes', async () => {
    const source = sourceOf({ tokenUrl: issuer.jwksUrl });
    await expect(source.current()).rejects.toThrow('answers 200 and no token');
    await expect(source.current()).rejects.not.toMatchObject({ code: 'bus.refused' });
  });
});
