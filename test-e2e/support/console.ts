import { type Page } from 'playwright-core';
import { TOTP } from 'otpauth';
import { type StackFile } from '../../deploy/local/stack-file';
import { MerchantApi, request, type Answer } from './api';

export const password = 'sete cavalos dormem aqui';

/** A browser's requests to the console, without a browser: a cookie, and what says that a page of ours sent them. */
export class ConsoleVisitor {
  private cookie = '';

  constructor(private readonly consoleUrl: string) {}

  /** A form, as a page sends it. */
  async send(path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) {
    const response = await fetch(this.consoleUrl + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: this.consoleUrl, 'sec-fetch-site': 'same-origin', cookie: this.cookie, ...headers },
      body: new URLSearchParams(fields),
    });
    const given = response.headers.get('set-cookie');
    if (given !== null) this.cookie = given.split(';')[0] ?? '';
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  signIn(email: string) {
    return this.send('/sign-in', { email, password, next: '/' });
  }

  /** An operation of the API, or of the console itself. */
  ask<Body = { readonly code?: string }>(
    method: string,
    path: string,
    options: { readonly body?: unknown; readonly userId?: number; readonly headers?: Record<string, string> } = {},
  ): Promise<Answer<Body>> {
    const { body, userId, headers } = options;
    return request<Body>(method, this.consoleUrl + path, {
      ...(body !== undefined && { body }),
      headers: {
        ...{ 'sec-fetch-site': 'same-origin', cookie: this.cookie },
        ...(userId !== undefined && { 'repasse-user': String(userId) }),
        ...headers,
      },
    });
  }

  /** The cookie as it stands in a request. */
  get session(): string {
    return this.cookie;
  }
}

let invited = 0;

/** The secret of an invitation to a user, and whom it is for. */
export const inviteTo = async (
  file: StackFile,
  userId: number,
  role: string,
): Promise<{ readonly email: string; readonly secret: string }> => {
  const staff = await MerchantApi.signIn(file, file.admin);
  const email = `person-${String(userId)}-${String(++invited)}@repasse.example`;
  const { body } = await staff.post<{ readonly secret: string }>(`/users/${String(userId)}/invitations`, {
    email,
    role,
  });
  return { email, secret: body.secret };
};

/** A person who signed in, in this role at this user. */
export const newPerson = async (file: StackFile, userId: number, role: string): Promise<ConsoleVisitor> => {
  const { secret } = await inviteTo(file, userId, role);
  const visitor = new ConsoleVisitor(file.consoleUrl);
  const answer = await visitor.send('/invitation', { secret, name: `A person of ${role}`, password });
  expect(answer.status).toBe(303);
  return visitor;
};

/** How a person signs in: the password is `password`. */
export interface SignInOfPerson {
  readonly email: string;
  readonly secondFactor: TOTP;
}

/** A person with a second factor, whose first code is of the moment `nowMs`. They are not signed in. */
export const newProvenPerson = async (
  file: StackFile,
  userId: number,
  role: string,
  nowMs: number,
  name = `A person of ${role}`,
): Promise<SignInOfPerson> => {
  const { email, secret } = await inviteTo(file, userId, role);
  const visitor = new ConsoleVisitor(file.consoleUrl);
  await visitor.send('/invitation', { secret, name, password });
  const enrolment = { body: { password } };
  const { body } = await visitor.ask<{ readonly secret: string }>('POST', '/api/person/second-factor', enrolment);
  const secondFactor = new TOTP({ secret: body.secret });
  const code = secondFactor.generate({ timestamp: nowMs });
  const confirmed = await visitor.ask('POST', '/api/person/second-factor/confirmation', { body: { code } });
  expect(confirmed.status).toBe(200);
  return { email, secondFactor };
};

/** A code of the second factor counts once, so a sign-in after an enrolment takes the next. */
export const codeMs = 30_000;

/** Signs in by password and code, as the pages ask for them. A code counts once, so `nowMs` is past those that were used. */
export const signIn = async (page: Page, file: StackFile, person: SignInOfPerson, nowMs: number): Promise<void> => {
  await page.goto(`${file.consoleUrl}/sign-in`);
  await page.fill('#email', person.email);
  await page.fill('#password', password);
  await page.click('button[type=submit]');
  await page.waitForURL('**/sign-in/code**');
  await page.fill('#code', person.secondFactor.generate({ timestamp: nowMs }));
  await page.click('button[type=submit]');
  await page.waitForSelector('main.screen h1');
};

/** Waits until a screen has all it shows. */
export const openScreen = async (page: Page, file: StackFile, path: string): Promise<void> => {
  await page.goto(file.consoleUrl + path);
  await page.waitForSelector('main.screen h1');
  await page.waitForSelector('[aria-busy="true"]', { state: 'detached' });
};
