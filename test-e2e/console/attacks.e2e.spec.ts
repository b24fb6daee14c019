import { eventually } from '@repasse/chassis/testing/eventually';
import { request } from '../support/api';
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
