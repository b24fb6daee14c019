import { createHash } from 'node:crypto';
import { describedBy } from '@repasse/chassis/testing/described-answers';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { startTestIdentity, type TestIdentity } from './identity';
import { jpegOf, noisyPngOf, pngOf, webpOf } from './pictures';

const assertDescribed = describedBy('identity');
let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});
afterAll(() => identity.stop());

/** A merchant who acts for themselves. */
const newMerchant = async () => {
  const userId = await identity.createUser();
  const authorization = `Bearer ${await identity.tokenOf(await identity.issueKey(userId))}`;
  const ask = (method: string, path: string, body?: unknown): Promise<TestAnswer> =>
    identity.call(method, path, body, { authorization });
  const putLogo = (bytes: Buffer, contentType = 'image/png', path = '/profile/logo'): Promise<TestAnswer> =>
    sendBytes(path, bytes, { authorization, 'content-type': contentType });
  return { userId, ask, putLogo };
};

const sendBytes = async (path: string, bytes: Buffer, headers: Record<string, string>): Promise<TestAnswer> => {
  const answer = await fetch(identity.url + path, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  const text = await answer.text();
  const body = JSON.parse(text) as Record<string, unknown>;
  assertDescribed('PUT', path, { status: answer.status, body, contentType: answer.headers.get('content-type') });
  return { status: answer.status, headers: answer.headers, text, body };
};

const whole = {
  displayName: 'Padaria São João',
  supportEmail: 'ajuda@padaria.example',
  supportUrl: 'https://padaria.example/ajuda',
};

describe('PUT /profile', () => {
  it('gives a merchant a name and ways to ask, which GET shows', async () => {
    const merchant = await newMerchant();
    expect(await merchant.ask('GET', '/profile')).toMatchObject({
      status: 404,
      body: { code: 'merchant_profile.not_found' },
    });
    const put = await merchant.ask('PUT', '/profile', whole);

    expect(put).toMatchObject({ status: 200, body: { ...whole, logoPath: null } });
    expect((await merchant.ask('GET', '/profile')).body).toEqual(put.body);
  });

  it('replaces all of it, and is the same when repeated', async () => {
    const merchant = await newMerchant();
    await merchant.ask('PUT', '/profile', whole);
    const renamed = await merchant.ask('PUT', '/profile', { displayName: 'Padaria' });
    const again = await merchant.ask('PUT', '/profile', { displayName: ' Padaria ', supportEmail: null });

    expect(renamed.body).toMatchObject({ displayName: 'Padaria', supportEmail: null, supportUrl: null });
    expect(again.body).toEqual(renamed.body);
  });

  it('has the origins that may frame a code, as browsers write them, until it is left out', async () => {
    const merchant = await newMerchant();
    const sent = { ...whole, frameOrigins: ['https://Padaria.example', 'https://padaria.example:443'] };
    expect((await merchant.ask('PUT', '/profile', sent)).body['frameOrigins']).toEqual(['https://padaria.example']);
    expect((await merchant.ask('GET', '/profile')).body['frameOrigins']).toEqual(['https://padaria.example']);

    expect((await merchant.ask('PUT', '/profile', whole)).body['frameOrigins']).toEqual([]);
  });

  it('has a colour in one spelling, until it is left out', async () => {
    const merchant = await newMerchant();
    expect((await merchant.ask('PUT', '/profile', whole)).body['brandColor']).toBeNull();
    const put = await merchant.ask('PUT', '/profile', { ...whole, brandColor: '#7A1Fa2' });
    expect(put.body['brandColor']).toBe('#7a1fa2');
    expect((await merchant.ask('GET', '/profile')).body).toEqual(put.body);

    expect((await merchant.ask('PUT', '/profile', whole)).body['brandColor']).toBeNull();
  });

  it('keeps a name in one spelling', async () => {
    const merchant = await newMerchant();
    const { body } = await merchant.ask('PUT', '/profile', { displayName: 'Sa\u0303o Joa\u0303o' });
    expect(body['displayName']).toBe('São João');
  });

  it.each([
    ['no name', {}, 'displayName'],
    ['an empty name', { displayName: '' }, 'displayName'],
    ['a name of blanks', { displayName: ' \u00a0 ' }, 'displayName'],
    ['a name of signs', { displayName: '— … !' }, 'displayName'],
    ['a name that is too long', { displayName: 'n'.repeat(61) }, 'displayName'],
    ['a control character', { displayName: 'Loja\tda Ana' }, 'displayName'],
    ['text that is turned around', { displayName: 'Loja \u202eanA' }, 'displayName'],
    ['a character that is not seen', { displayName: 'Lo\u200bja' }, 'displayName'],
    ['an address that is none', { displayName: 'Loja', supportEmail: 'ajuda' }, 'supportEmail'],
    ['a page without encryption', { displayName: 'Loja', supportUrl: 'http://loja.example' }, 'supportUrl'],
    ['a page that is a script', { displayName: 'Loja', supportUrl: 'javascript:alert(1)' }, 'supportUrl'],
    ['a page inside a network', { displayName: 'Loja', supportUrl: 'https://10.0.0.7/ajuda' }, 'supportUrl'],
    ['a colour by its name', { displayName: 'Loja', brandColor: 'red' }, 'brandColor'],
    ['a colour of three digits', { displayName: 'Loja', brandColor: '#a21' }, 'brandColor'],
    ['a colour that is more', { displayName: 'Loja', brandColor: '#aa2211;}' }, 'brandColor'],
    ['a wildcard', { displayName: 'Loja', frameOrigins: ['https://*.example'] }, 'frameOrigins[0]'],
    [
      'a page and no origin',
      { displayName: 'Loja', frameOrigins: ['https://loja.example', 'https://loja.example/pagar'] },
      'frameOrigins[1]',
    ],
    [
      'a developer’s machine where money is real',
      { displayName: 'Loja', frameOrigins: ['http://localhost:3000'] },
      'frameOrigins[0]',
    ],
    [
      'more origins than a header should hold',
      { displayName: 'Loja', frameOrigins: Array.from({ length: 11 }, (_, at) => `https://l${at}.example`) },
      'frameOrigins',
    ],
    [
      'a page that is too long',
      { displayName: 'Loja', supportUrl: `https://l.example/${'a'.repeat(200)}` },
      'supportUrl',
    ],
  ])('refuses %s, and names it', async (_what, body, field) => {
    const merchant = await newMerchant();
    expect(await merchant.ask('PUT', '/profile', body)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ field }] },
    });
    expect((await merchant.ask('GET', '/profile')).status).toBe(404);
  });

  it('names all faults at once', async () => {
    const merchant = await newMerchant();
    const { body } = await merchant.ask('PUT', '/profile', { displayName: '!', supportEmail: '!', supportUrl: '!' });
    expect(body['errors']).toMatchObject([
      { field: 'supportEmail' },
      { field: 'supportUrl' },
      { field: 'displayName' },
    ]);
  });

  it('keeps and shows a page in ASCII, so that it does not look like another', async () => {
    const merchant = await newMerchant();
    const { body } = await merchant.ask('PUT', '/profile', { displayName: 'Loja', supportUrl: 'https://lоja.example' });
    expect(body['supportUrl']).toBe('https://xn--lja-sed.example/');
  });

  it('refuses the number of a card and repeats nothing of it', async () => {
    const merchant = await newMerchant();
    const answer = await merchant.ask('PUT', '/profile', { displayName: 'Loja 4024 0071 0000 0024' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.card_data_refused' } });
    expect(answer.text).not.toContain('0071');
  });

  it('asks for its scope', async () => {
    const userId = await identity.createUser();
    const key = await identity.issueKey(userId, { scopes: ['charges:read', 'profile:read'] });
    const headers = { authorization: `Bearer ${await identity.tokenOf(key)}` };
    expect((await identity.call('PUT', '/profile', whole, headers)).status).toBe(403);
    expect((await identity.call('GET', '/profile', undefined, headers)).status).toBe(404);
    expect((await identity.call('GET', '/profile')).status).toBe(401);
  });
});

describe('PUT /profile/logo', () => {
  it('is served for a year where the profile says, to whoever asks', async () => {
    const merchant = await newMerchant();
    await merchant.ask('PUT', '/profile', whole);
    const bytes = noisyPngOf(128, 96);
    const { status, body } = await merchant.putLogo(bytes);
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect([status, body['logoPath']]).toEqual([200, `/merchants/logos/${digest}`]);

    const logo = await fetch(`${identity.url}${String(body['logoPath'])}`);
    expect(Buffer.from(await logo.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(logo.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${digest}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    });
    const headers = { 'if-none-match': `"${digest}"` };
    const known = await fetch(`${identity.url}${String(body['logoPath'])}`, { headers });
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', `"${digest}"`]);
  });

  it.each([
    ['a JPEG', jpegOf(640, 480), 'image/jpeg'],
    ['a WebP', webpOf('VP8 ', 64, 1_024), 'image/webp'],
    ['a picture under another name', webpOf('VP8L', 99, 99), 'image/webp'],
  ])('takes %s and knows it by its bytes', async (_what, bytes, contentType) => {
    const merchant = await newMerchant();
    await merchant.ask('PUT', '/profile', whole);
    const { body } = await merchant.putLogo(bytes, 'image/png');
    const logo = await fetch(`${identity.url}${String(body['logoPath'])}`);
    expect(logo.headers.get('content-type')).toBe(contentType);
  });

  it.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 400, 'request.invalid'],
    ['a drawing by its name', Buffer.from('<svg/>'), 'image/svg+xml', 415, 'request.unsupported_media_type'],
    ['a GIF', Buffer.from('GIF89a'), 'image/png', 400, 'request.invalid'],
    ['half a picture', pngOf(128, 128).subarray(0, 18), 'image/png', 400, 'request.invalid'],
    ['one that is too small', pngOf(63, 128), 'image/png', 400, 'request.invalid'],
    ['one that is too large', jpegOf(128, 1_025), 'image/jpeg', 400, 'request.invalid'],
    ['one of too many bytes', noisyPngOf(300, 300), 'image/png', 413, 'request.too_large'],
    ['nothing', Buffer.alloc(0), 'image/png', 400, 'request.invalid'],
  ])('refuses %s', async (_what, bytes, contentType, status, code) => {
    const merchant = await newMerchant();
    await merchant.ask('PUT', '/profile', whole);
    expect(await merchant.putLogo(bytes, contentType)).toMatchObject({ status, body: { code } });
    expect((await merchant.ask('GET', '/profile')).body['logoPath']).toBeNull();
  });

  it('wants a name first', async () => {
    const merchant = await newMerchant();
    expect(await merchant.putLogo(pngOf(64, 64))).toMatchObject({
      status: 404,
      body: { code: 'merchant_profile.not_found' },
    });
  });

  it('is gone after DELETE, which may be repeated, and stays where another merchant has the same', async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    const bytes = pngOf(77, 77);
    for (const merchant of [one, other]) {
      await merchant.ask('PUT', '/profile', whole);
      await merchant.putLogo(bytes);
    }
    const path = String((await one.ask('GET', '/profile')).body['logoPath']);
    for (let times = 0; times < 2; times += 1) expect((await one.ask('DELETE', '/profile/logo')).status).toBe(204);
    expect((await one.ask('GET', '/profile')).body['logoPath']).toBeNull();
    expect((await fetch(identity.url + path)).status).toBe(200);

    await other.ask('DELETE', '/profile/logo');
    expect(await one.ask('GET', path)).toMatchObject({ status: 404, body: { code: 'logo.not_found' } });
    expect((await (await newMerchant()).ask('DELETE', '/profile/logo')).status).toBe(204);
  });

  it('is not found by anything but its digest', async () => {
    const merchant = await newMerchant();
    expect((await merchant.ask('GET', `/merchants/logos/${'0a'.repeat(32)}`)).body['code']).toBe('logo.not_found');
    expect((await merchant.ask('GET', `/merchants/logos/${merchant.userId}`)).status).toBe(400);
  });
});

describe('DELETE /profile', () => {
  it('takes back name, contact and logo, and may be repeated', async () => {
    const merchant = await newMerchant();
    await merchant.ask('PUT', '/profile', whole);
    const logoPath = String((await merchant.putLogo(pngOf(81, 81))).body['logoPath']);
    for (let times = 0; times < 2; times += 1) expect((await merchant.ask('DELETE', '/profile')).status).toBe(204);

    expect((await merchant.ask('GET', '/profile')).body['code']).toBe('merchant_profile.not_found');
    expect((await merchant.ask('GET', logoPath)).body['code']).toBe('logo.not_found');
    expect((await merchant.putLogo(pngOf(81, 81))).status).toBe(404);
  });

  it('lets the merchant give a profile anew, which has nothing of the one before', async () => {
    const merchant = await newMerchant();
    await merchant.ask('PUT', '/profile', whole);
    await merchant.putLogo(pngOf(82, 82));
    await merchant.ask('DELETE', '/profile');

    const anew = { displayName: 'Padaria', supportEmail: null, supportUrl: null, logoPath: null };
    expect(await merchant.ask('PUT', '/profile', { displayName: 'Padaria' })).toMatchObject({
      status: 200,
      body: anew,
    });
  });

  it('answers the same to a merchant who has none, and leaves those of others', async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    await other.ask('PUT', '/profile', whole);
    expect((await one.ask('DELETE', '/profile')).status).toBe(204);
    expect((await other.ask('GET', '/profile')).body).toMatchObject(whole);
  });

  it('asks for the scope of PUT', async () => {
    const userId = await identity.createUser();
    const key = await identity.issueKey(userId, { scopes: ['profile:read'] });
    const authorization = `Bearer ${await identity.tokenOf(key)}`;
    expect((await identity.call('DELETE', '/profile', undefined, { authorization })).status).toBe(403);
    expect((await identity.call('DELETE', '/profile')).status).toBe(401);
  });
});

describe('an administrator', () => {
  it('acts for a user', async () => {
    const merchant = await newMerchant();
    const path = `/users/${merchant.userId}/profile`;
    expect((await identity.asAdmin('GET', path)).body['code']).toBe('merchant_profile.not_found');
    await identity.asAdmin('PUT', path, whole);
    const authorization = await identity.adminAuthorization();
    await sendBytes(`${path}/logo`, pngOf(200, 200), { authorization, 'content-type': 'image/png' });

    const { body } = await merchant.ask('GET', '/profile');
    expect(body).toMatchObject({ ...whole, logoPath: expect.stringContaining('/merchants/logos/') as string });
    expect((await identity.asAdmin('GET', path)).body).toEqual(body);
    expect((await identity.asAdmin('DELETE', `${path}/logo`)).status).toBe(204);
    expect((await merchant.ask('PUT', path, whole)).status).toBe(403);
    expect((await merchant.ask('DELETE', path)).status).toBe(403);
    expect((await identity.asAdmin('DELETE', path)).status).toBe(204);
    expect((await merchant.ask('GET', '/profile')).status).toBe(404);
  });

  it('is told of a user who is not there', async () => {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', whole],
      ['DELETE', '', undefined],
      ['DELETE', '/logo', undefined],
    ] as const) {
      const answer = await identity.asAdmin(method, `/users/999999/profile${path}`, body);
      expect(answer).toMatchObject({ status: 404, body: { code: 'user.not_found' } });
    }
  });
});
