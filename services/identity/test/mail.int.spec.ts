import { fakeClock } from '@repasse/chassis/testing/clock';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { startTestMailServer, type TestMailServer } from '@repasse/provider-sandbox/testing/mail-server';
import { newEmail, startTestIdentity, type TestIdentity } from './identity';
import { newCpf } from './new-cpf';
import { arrival, password, peopleOf, type TestPeople } from './people';

const clock = fakeClock('2026-12-01T10:00:00.000Z');
const minuteMs = 60_000;
const next = 'oito girafas cantam baixinho';

let mail: TestMailServer;
let identity: TestIdentity;
let people: TestPeople;

beforeAll(async () => {
  mail = await startTestMailServer();
  identity = await startTestIdentity(clock, {
    MAIL_URL: mail.url,
    MAIL_FROM: 'Repasse <acesso@repasse.example>',
    CONSOLE_PUBLIC_URL: 'https://console.loja.example',
  });
  people = peopleOf(identity, clock);
});
afterAll(async () => {
  await identity.stop();
  await mail.stop();
});

const askFor = (email: string) => people.ask('password-resets', { email, arrival });
const choose = (secret: string, chosen = next) =>
  people.ask('password-resets/completion', { secret, password: chosen, arrival });
const secretIn = (text: string): string => /secret=([\w-]+)/.exec(text)?.[1] ?? '';
const subjectsTo = (email: string): readonly string[] => mail.mailsTo(email).map(({ subject }) => subject);
/** The secret of the latest link about a password. */
const linkTo = (email: string, count = 1): Promise<string> =>
  eventually(() => {
    const links = mail.mailsTo(email).filter(({ subject }) => subject === 'Escolha uma nova senha');
    return links.length === count ? secretIn(links[0]?.text ?? '') : undefined;
  });
const queueIsEmpty = (): Promise<void> =>
  eventuallyHolds(async () =>
    expect(await identity.db.query("select 1 from mails where status = 'WAITING'")).toEqual([]),
  );
const joined = async () => people.join(await identity.createUser());

describe('an invitation', () => {
  it('goes to whom it is for, in both languages, and its link works', async () => {
    const { email, secret } = await people.invite(await identity.createUser(), 'FINANCE');
    const [sent] = await eventually(() => (mail.mailsTo(email).length > 0 ? mail.mailsTo(email) : undefined));

    expect(sent).toMatchObject({ from: 'acesso@repasse.example', subject: 'Convite para Ana / Invitation to Ana' });
    expect(sent?.text).toContain(`https://console.loja.example/invitation?secret=${secret}`);
    expect(sent?.text).toContain('como financeiro');
    expect(sent?.text).toContain('as finance');
    await queueIsEmpty();
    expect(await identity.stored('mails', 'invitations', 'outbox')).not.toContain(secret);
  });

  it('is sent once a mail server that was away is back', async () => {
    await mail.stop();
    const { email } = await people.invite(await identity.createUser());
    await eventuallyHolds(async () =>
      expect(await identity.metric('repasse_identity_mails_total')).toMatch(
        /INVITATION.*outcome="unavailable".* [1-9]/,
      ),
    );
    await mail.restart();

    await eventuallyHolds(() => {
      clock.advance(minuteMs);
      expect(mail.mailsTo(email)).toHaveLength(1);
    });
  });

  it('is given up where the mailbox is none', async () => {
    await people.invite(await identity.createUser(), 'OWNER', 'nobody@refused.example');

    await eventuallyHolds(async () =>
      expect(await identity.db.query("select sealed from mails where status = 'GIVEN_UP'")).toEqual([{ sealed: null }]),
    );
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link, which ends every session and works once', async () => {
    const person = await joined();
    expect(await askFor(person.email.toUpperCase())).toMatchObject({ status: 204 });
    const secret = await linkTo(person.email);
    expect((await people.ask('password-resets/search', { secret })).body).toMatchObject({ email: person.email });

    expect(await choose(secret)).toMatchObject({ status: 204 });
    expect(await people.tokenOf(person.secret)).toMatchObject({ status: 401 });
    expect((await people.signIn(person.email)).status).toBe(401);
    expect((await people.signIn(person.email, next)).status).toBe(201);
    expect(await choose(secret, `${next} de novo`)).toMatchObject({ body: { code: 'password_reset.not_found' } });
    await eventuallyHolds(() => expect(subjectsTo(person.email)).toContain('Sua senha foi trocada'));
    expect(await identity.stored('mails', 'password_resets', 'audit_entries')).not.toContain(secret);
  });

  it('still asks for the second factor', async () => {
    const { person } = await people.joinProven(await identity.createUser());
    await askFor(person.email);
    await choose(await linkTo(person.email));

    expect((await people.signIn(person.email, next)).body).toMatchObject({ needsSecondFactor: true });
  });

  it('is chosen by one of two who follow the link at once', async () => {
    const person = await joined();
    await askFor(person.email);
    const secret = await linkTo(person.email);
    const answers = await Promise.all([choose(secret), choose(secret, 'nove patos nadam no lago')]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  });

  it('leaves no other link behind, and ends by itself', async () => {
    const person = await joined();
    await askFor(person.email);
    const first = await linkTo(person.email);
    await askFor(person.email);
    const second = await linkTo(person.email, 2);
    await choose(first);
    expect((await choose(second)).status).toBe(404);

    clock.advance(61 * minuteMs);
    await askFor(person.email);
    const third = await linkTo(person.email, 3);
    clock.advance(31 * minuteMs);
    expect((await people.ask('password-resets/search', { secret: third })).status).toBe(404);
    expect((await choose(third)).status).toBe(404);
  });

  it('is answered alike for an unknown address, to which nothing goes', async () => {
    const unknown = newEmail();
    const [known, answer] = [await askFor((await joined()).email), await askFor(unknown)];

    expect([answer.status, answer.text]).toEqual([known.status, known.text]);
    await queueIsEmpty();
    expect(mail.mailsTo(unknown)).toEqual([]);
  });

  it('fills nobody’s mailbox', async () => {
    const { email } = await joined();
    for (let asked = 0; asked < 6; asked += 1) await askFor(email);
    await queueIsEmpty();

    expect(subjectsTo(email).filter((subject) => subject === 'Escolha uma nova senha')).toHaveLength(3);
  });

  it('is limited by address and by whom it is about', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let asked = 0; asked < 12; asked += 1) statuses.push((await askFor(email)).status);

    expect(statuses).toContain(429);
    expect((await askFor(newEmail())).status).toBe(204);
  });

  it('must be a good one', async () => {
    const { email } = await joined();
    await askFor(email);
    const secret = await linkTo(email);

    expect(await choose(secret, 'abcabcabcabcabcabc')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password' }] },
    });
    expect((await people.signIn(email)).status).toBe(201);
  });

  it('is replaced by a link that an administrator hands on', async () => {
    const person = await joined();
    const path = `/users/${String(person.userId)}/members/${person.personId}/password-reset`;
    const made = await identity.asAdmin('POST', path);

    expect(made).toMatchObject({ status: 201 });
    expect(await people.as(person, 'POST', path)).toMatchObject({ status: 403 });
    expect(await choose(String(made.body['secret']))).toMatchObject({ status: 204 });
    expect(await identity.asAdmin('POST', path.replace(person.personId, `per_${'0'.repeat(26)}`))).toMatchObject({
      status: 404,
    });
  });
});

describe('a person', () => {
  it('is told that their password or their second factor has changed', async () => {
    const { person } = await people.joinProven(await identity.createUser());
    await people.as(person, 'PUT', '/person/password', { currentPassword: password, newPassword: next });
    await people.as(person, 'DELETE', '/person/second-factor');

    await eventuallyHolds(() =>
      expect(subjectsTo(person.email)).toEqual(
        expect.arrayContaining(['Sua senha foi trocada', 'Seu segundo fator foi removido']),
      ),
    );
  });
});

describe('a seller', () => {
  const newSeller = async () => {
    const merchantId = await identity.createUser();
    const authorization = `Bearer ${await identity.tokenOf(await identity.issueKey(merchantId))}`;
    const asMerchant = (method: string, path: string, body?: object) =>
      identity.call(method, path, body, { authorization });
    const email = newEmail();
    const { body } = await asMerchant('POST', '/recipients', {
      ...{ email, kind: 'PERSON', name: 'Bia Lima', document: newCpf() },
    });
    return { email, recipientId: Number(body['id']), asMerchant };
  };

  it('gets a window of their own from the merchant that made them, and nobody else the link', async () => {
    const { email, recipientId, asMerchant } = await newSeller();
    const path = `/recipients/${String(recipientId)}/invitations`;
    const answer = await asMerchant('POST', path);
    const [sent] = await eventually(() => (mail.mailsTo(email).length > 0 ? mail.mailsTo(email) : undefined));
    expect(answer).toMatchObject({ status: 201, body: { email, role: 'SELLER' } });
    expect(answer.text).not.toContain(secretIn(sent?.text ?? ''));
    expect(sent?.text).toContain('como vendedor');

    const { body } = await people.become(secretIn(sent?.text ?? ''));
    const seller = { secret: String(body['sessionSecret']), userId: recipientId };
    expect((await people.as(seller, 'GET', `/recipients/${String(recipientId)}`)).body).toMatchObject({ email });
    expect((await people.as(seller, 'GET', '/members')).status).toBe(403);
    expect((await asMerchant('POST', path)).body).toMatchObject({ code: 'membership.exists' });
  });

  it('is invited by no other merchant', async () => {
    const { recipientId } = await newSeller();
    const other = await newSeller();
    const path = (id: number) => `/recipients/${String(id)}/invitations`;

    expect(await other.asMerchant('POST', path(recipientId))).toMatchObject({ status: 404 });
    expect(await other.asMerchant('POST', path(999_999_999))).toMatchObject({ status: 404 });
  });
});

it('asks an administrator where no mail goes out', async () => {
  const silent = await startTestIdentity(clock);
  try {
    expect(await peopleOf(silent, clock).ask('password-resets', { email: newEmail(), arrival })).toMatchObject({
      ...{ status: 409, body: { code: 'password_reset.no_mail' } },
    });
  } finally {
    await silent.stop();
  }
});
