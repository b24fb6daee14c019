import { keysToForget, scopesOf, whyNotUsable } from '../src/api-keys/rules';
import { hashOfSecret, isSecret, isSecretOfKey } from '../src/api-keys/secret';
import { type ApiKeyOfUser } from '../src/api-keys/table';
import { isRotationDue, retiredKeys, signingKeyOf } from '../src/keys/rules';
import { basicCredentials } from '../src/tokens/credentials';
import { currentScopes, narrowScopes, profileOf } from '../src/tokens/rules';
import { changeUser, hashOfEmail, newUser } from '../src/users/rules';

const now = '2026-01-01T00:00:00.000Z';
const later = '2026-01-02T00:00:00.000Z';

describe('changing a user', () => {
  const user = { id: 1, ...newUser('Ana@Example.com ', 'Ana', 'CUSTOMER', now) };

  it('knows them by the hash of their e-mail in lower case', () => {
    expect(user.email).toBe('ana@example.com');
    expect(user.emailHash).toBe(hashOfEmail('ANA@example.com'));
  });

  it('decides each event once', () => {
    const { user: changed, events } = changeUser(user, { status: 'SUSPENDED', profile: 'ADMIN', name: 'Bia' }, later);

    expect(changed).toMatchObject({
      name: 'Bia',
      status: 'SUSPENDED',
      profiles: ['CUSTOMER', 'ADMIN'],
      updatedAt: later,
    });
    expect(events.map(({ type }) => type)).toEqual(['repasse.user.suspended.v1', 'repasse.profile.granted.v1']);
    expect(changeUser(changed, { status: 'ACTIVE' }, later).events).toMatchObject([{ data: { activatedAt: later } }]);
  });

  it('decides nothing when nothing changes', () => {
    expect(changeUser(user, { status: 'ACTIVE', profile: 'CUSTOMER', name: 'Ana' }, later)).toEqual({
      user,
      events: [],
    });
  });
});

describe('an API key', () => {
  const key: ApiKeyOfUser = {
    clientId: 'key_1',
    userId: 1,
    name: null,
    secretHash: hashOfSecret('key_1', 'secret'),
    previousSecretHash: null,
    previousSecretUntil: null,
    scopes: ['charges:read', 'users:read'],
    expiresAt: null,
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
    userStatus: 'ACTIVE',
    userProfiles: ['CUSTOMER'],
  };

  it('is proven by its own secret only', () => {
    expect(isSecret('key_1', 'secret', key.secretHash)).toBe(true);
    expect(isSecret('key_1', 'Secret', key.secretHash)).toBe(false);
    expect(isSecret('key_2', 'secret', key.secretHash)).toBe(false);
    expect(isSecret('key_1', 'secret', undefined)).toBe(false);
  });

  it('is proven by the secret before a rotation until its time', () => {
    const rotated = { ...key, previousSecretHash: hashOfSecret('key_1', 'old'), previousSecretUntil: later };

    expect(isSecretOfKey('key_1', 'secret', rotated, now)).toBe(true);
    expect(isSecretOfKey('key_1', 'old', rotated, now)).toBe(true);
    expect(isSecretOfKey('key_1', 'old', rotated, later)).toBe(false);
    expect(isSecretOfKey('key_1', 'older', rotated, now)).toBe(false);
    expect(isSecretOfKey('key_1', 'old', undefined, now)).toBe(false);
  });

  it.each<[string, Partial<ApiKeyOfUser>, string | undefined]>([
    ['is usable', {}, undefined],
    ['is usable until it expires', { expiresAt: later }, undefined],
    ['has expired', { expiresAt: now }, 'expired'],
    ['was revoked', { revokedAt: now }, 'revoked'],
    ['has a suspended user', { userStatus: 'SUSPENDED' }, 'user_suspended'],
  ])('%s', (_what, more, reason) => {
    const refusal = whyNotUsable({ ...key, ...more }, now);

    expect(refusal).toBe(reason);
  });

  it('keeps only the scopes its user’s profiles allow', () => {
    expect(currentScopes(key)).toEqual(['charges:read']);
    expect(currentScopes({ ...key, userProfiles: ['CUSTOMER', 'OPERATOR'] })).toEqual(['charges:read', 'users:read']);
    expect(scopesOf(['ADMIN'])).toContain('users:write');
  });

  it('speaks in its user’s widest role', () => {
    expect(profileOf({ userProfiles: ['CUSTOMER', 'ADMIN'] })).toBe('ADMIN');
    expect(profileOf({ userProfiles: ['CUSTOMER', 'OPERATOR'] })).toBe('OPERATOR');
    expect(profileOf({ userProfiles: ['CUSTOMER'] })).toBe('CUSTOMER');
  });

  it('makes room by forgetting the oldest revoked one', () => {
    const newestFirst = Array.from({ length: 50 }, (_, at) => ({ ...key, clientId: `key_${at}` }));
    expect(keysToForget(newestFirst)).toBeUndefined();
    expect(keysToForget(newestFirst.slice(1))).toEqual([]);

    const revoked = newestFirst.map((each, at) => ({ ...each, revokedAt: at === 3 || at === 40 ? now : null }));
    expect(keysToForget(revoked)).toEqual(['key_40']);
  });
});

describe('scopes asked for', () => {
  const available = ['charges:read', 'charges:write'];

  it.each<[string | undefined, readonly string[] | undefined]>([
    [undefined, available],
    ['charges:read', ['charges:read']],
    ['charges:write  charges:write', ['charges:write']],
    ['refunds:write', undefined],
    [' ', undefined],
  ])('%j give %j', (requested, granted) => {
    expect(narrowScopes(available, requested)).toEqual(granted);
  });

  it('are none for a key that has none left', () => {
    expect(narrowScopes([], undefined)).toBeUndefined();
  });
});

describe('signing keys', () => {
  const at = (iso: string) => ({ createdAt: iso });
  const old = at('2026-01-01T00:00:00.000Z');
  const young = at('2026-04-01T00:00:00.000Z');
  const ms = (iso: string) => Date.parse(iso);

  it('sign ten minutes after they were shown; the first signs at once', () => {
    expect(signingKeyOf([old], ms('2026-01-01T00:00:00.000Z'))).toBe(old);
    expect(signingKeyOf([old, young], ms('2026-04-01T00:09:59.000Z'))).toBe(old);
    expect(signingKeyOf([old, young], ms('2026-04-01T00:10:00.000Z'))).toBe(young);
    expect(signingKeyOf<typeof old>([], 0)).toBeUndefined();
  });

  it('are due when there is none, or the newest is too old', () => {
    expect(isRotationDue([], 0, 90)).toBe(true);
    expect(isRotationDue([old], ms('2026-03-31T23:59:59.000Z'), 90)).toBe(false);
    expect(isRotationDue([old], ms('2026-04-01T00:00:00.000Z'), 90)).toBe(true);
  });

  it('retire when the last token of theirs is dead', () => {
    const tokenTtlMs = 3_600_000;
    expect(retiredKeys([old, young], ms('2026-04-01T01:15:00.000Z'), tokenTtlMs)).toEqual([]);
    expect(retiredKeys([old, young], ms('2026-04-01T01:15:01.000Z'), tokenTtlMs)).toEqual([old]);
  });
});

describe('Basic credentials', () => {
  const read = (pair: string) => basicCredentials({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

  it.each([
    ['id:secret', 'id', 'secret'],
    ['id:se:cret', 'id', 'se:cret'],
    ['my+id:100%25', 'my id', '100%'],
    ['id:100%', 'id', '100%'],
    ['id:', 'id', ''],
  ])('reads %s', (pair, clientId, clientSecret) => {
    expect(read(pair)).toEqual({ clientId, clientSecret });
  });

  it.each(['nocolon', ':nobody'])('does not read %s', (pair) => {
    expect(read(pair)).toBeUndefined();
  });
});
