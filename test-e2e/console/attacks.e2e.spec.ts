import { eventually } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request } from '../support/api';
import { ConsoleVisitor, inviteTo, newPerson, password } from '../support/console';
import { describeOnShared } from '../support/on-each-bus';

describeOnShared('postgres', 'the console under attack', (stack) => {
  const owner = () => newPerson(stack.file, stack.file.merchant.userId, 'OWNER');

  it('takes no change from another site, nor from who does not say where it comes from', async () => {
    const person = await owner();
    const change = (headers: Record<string, string>) =>
      fetch(`${stack.file.consoleUrl}/api/person`, {
        method: 'PATCH',
        headers: { cookie: person.session, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ name: 'Mallory' }),
      });

    for (const headers of [
      {},
      { origin: 'https://elsewhere.example' },
      { 'sec-fetch-site': 'cross-site', origin: stack.file.consoleUrl },
      { 'sec-fetch-site': 'same-site', origin: stack.file.consoleUrl },
    ] as Record<string, string>[]) {
      const answer = await change(headers);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        403,
        'console.foreign_origin',
      ]);
    }
    expect((await change({ origin: stack.file.consoleUrl })).status).toBe(200);
  });

  it('gives a browser no token, and pages no leave to be framed or to run what is not ours', async () => {
    const person = await owner();
    const session = await person.ask('GET', '/session');
    const page = await fetch(stack.file.consoleUrl, { headers: { cookie: person.session } });
    const policy = page.headers.get('content-security-policy') ?? '';

    expect(session.text).not.toMatch(/eyJ|accessToken|sessionSecret/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('begins a session of its own at a sign-in, and forgets it at the end', async () => {
    const { email, secret } = await inviteTo(stack.file, stack.file.merchant.userId, 'OWNER');
    const planted = `repasse_session_${new URL(stack.file.consoleUrl).port}=${'a'.repeat(43)}`;
    await new ConsoleVisitor(stack.file.consoleUrl).send('/invitation', { secret, name: 'Ana', password });
    const person = new ConsoleVisitor(stack.file.consoleUrl);
    await person.send('/sign-in', { email, password, next: '/' }, { cookie: planted });
    const { session } = person;
    expect(session).not.toBe(planted);
    expect((await person.ask('GET', '/session')).status).toBe(200);
    expect((await person.ask('DELETE', '/session')).status).toBe(204);

    const answer = await fetch(`${stack.file.consoleUrl}/session`, { headers: { cookie: session } });
    expect(answer.status).toBe(401);
  });

  it('says nothing of who exists, and sends nobody elsewhere', async () => {
    const { email, secret } = await inviteTo(stack.file, stack.file.merchant.userId, 'SUPPORT');
    const visitor = new ConsoleVisitor(stack.file.consoleUrl);
    await visitor.send('/invitation', { secret, name: 'Ana', password });
    const wrong = (address: string) =>
      visitor.send('/sign-in', { email: address, password: 'not the password at all', next: '' });
    const [known, unknown] = [await wrong(email), await wrong('nobody@repasse.example')];
    const plain = ({ text }: typeof known, address: string) => text.replaceAll(address, '');

    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect(plain(known, email)).toBe(plain(unknown, 'nobody@repasse.example'));
    const led = await visitor.send('/sign-in', { email, password, next: '//elsewhere.example' });
    expect([led.status, led.headers.get('location')]).toEqual([303, '/']);
  });

  it('lets an invitation make one person, and its link alone none', async () => {
    const { secret } = await inviteTo(stack.file, stack.file.merchant.userId, 'SUPPORT');
    const look = () => fetch(`${stack.file.consoleUrl}/invitation?secret=${secret}`);
    expect([(await look()).status, (await look()).status]).toEqual([200, 200]);
    const accept = () =>
      new ConsoleVisitor(stack.file.consoleUrl).send('/invitation', { secret, name: 'Ana', password });
    const statuses = (await Promise.all([accept(), accept(), accept()])).map(({ status }) => status);

    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    expect((await look()).status).toBe(404);
  });

  it('gives a forgotten password back by mail alone, and says of nobody that they exist', async () => {
    const { email, secret: invitation } = await inviteTo(stack.file, stack.file.merchant.userId, 'SUPPORT');
    const visitor = new ConsoleVisitor(stack.file.consoleUrl);
    await visitor.send('/invitation', { secret: invitation, name: 'Ana', password });
    const askFor = (address: string) => visitor.send('/password/forgotten', { email: address });
    const [known, unknown] = [await askFor(email), await askFor('nobody@repasse.example')];
    const secret = await eventually(async () => {
      const to = `${stack.file.sandboxUrl}/sandbox/mailbox?to=${encodeURIComponent(email)}`;
      const { body: mails } = await request<readonly { readonly text: string }[]>('GET', to);
      return mails
        .map(({ text }) => /\/password\?secret=([\w-]+)/.exec(text)?.[1])
        .find((found) => found !== undefined);
    });
    const page = await fetch(`${stack.file.consoleUrl}/password?secret=${secret}`);
    const chosen = await visitor.send('/password', { secret, password: 'oito girafas cantam baixinho' });

    expect([known.status, known.text]).toEqual([200, unknown.text]);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    expect([chosen.status, chosen.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/sign-in?changed=1'),
    ]);
    expect((await visitor.ask('GET', '/session')).status).toBe(401);
    expect((await visitor.signIn(email)).status).toBe(401);
    const again = await visitor.send('/password', { secret, password: 'nove patos nadam no lago' });
    expect(again.status).toBe(404);
  });

  it('lets a portal link open one window, once, and nothing but its screens through it', async () => {
    const merchant = await MerchantApi.signIn(stack.file, stack.file.merchant);
    const { body: seller } = await merchant.post<{ readonly id: number }>('/recipients', {
      ...{
        email: `window-${String(Date.now())}@loja.example`,
        kind: 'PERSON',
        name: 'Bia',
        document: '868.832.667-39',
      },
    });
    const { id } = seller;
    const { body: link } = await merchant.post<{ readonly url: string }>('/portal-links', {
      ...{ userId: id, screens: ['receivables'] },
    });
    const secret = new URL(link.url).searchParams.get('secret') ?? '';
    const look = () => fetch(link.url);
    expect([(await look()).status, (await look()).status]).toEqual([200, 200]);
    const before = await owner();
    const planted = before.session;
    const [visitor, other] = [new ConsoleVisitor(stack.file.consoleUrl), new ConsoleVisitor(stack.file.consoleUrl)];
    const opened = await visitor.send('/portal', { secret }, { cookie: planted });
    expect([opened.status, (await other.send('/portal', { secret })).status, (await look()).status]).toEqual([
      303, 404, 404,
    ]);
    expect(visitor.session).not.toBe(planted);
    // Whoever was signed in there before left no session behind.
    expect((await before.ask('GET', '/session')).status).toBe(401);

    const ask = async (method: string, path: string, body?: object) =>
      (await visitor.ask(method, path, body === undefined ? {} : { body })).status;
    expect(await ask('GET', '/api/receivables?from=2026-12-01&to=2026-12-02')).toBe(200);
    for (const path of ['/balance', '/payouts', `/recipients/${String(id)}/destinations`, '/recipients', '/person'])
      expect([path, await ask('GET', `/api${path}`)]).toEqual([path, 403]);
    const foreign = `/api/receivables?from=2026-12-01&to=2026-12-02&user_id=${String(stack.file.merchant.userId)}`;
    expect(await ask('GET', foreign)).toBe(403);
    const pixKey = { type: 'EMAIL', key: 'mallory@pix.example' };
    const destination = { kind: 'PIX_KEY', pixKey };
    expect(await ask('POST', `/api/recipients/${String(id)}/destinations`, destination)).toBe(403);
    expect(await ask('POST', '/api/portal-links', { userId: id })).toBe(403);
    expect(await ask('POST', '/session/second-factor', { code: '123456' })).toBe(401);
    expect(await ask('DELETE', '/session')).toBe(204);
    expect(await ask('GET', '/session')).toBe(401);
  });

  it('passes on nothing but the API', async () => {
    const person = await owner();
    for (const path of [
      '/internal/users?emailHash=x',
      '/oauth/token',
      '/sandbox/clock',
      '/metrics',
      '/charge/%2e%2e',
    ]) {
      expect([path, (await person.ask('GET', `/api${path}`)).status]).toEqual([path, 404]);
    }
  });
});
