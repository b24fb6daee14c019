import { createHash } from 'node:crypto';
import { type Clock } from '@repasse/chassis/clock';
import { jwtVerify, SignJWT } from 'jose';

/** A merchant who pays out signs in as a person would, and sends a code of their authenticator for every batch. */
export interface Account {
  readonly email: string;
  readonly password: string;
  readonly totpSecret: string;
}

/** Undefined when one of them is missing: sign-ins are refused then. */
export const accountOf = ({
  email,
  password,
  totpSecret,
}: { [F in keyof Account]: string | undefined }): Account | undefined =>
  email === undefined || password === undefined || totpSecret === undefined
    ? undefined
    : { email, password, totpSecret };

const tokenSeconds = 300;

export interface Sessions {
  issue(account: Account): Promise<string>;
  isValid(token: string): Promise<boolean>;
}

/** Tokens live by the sandbox's clock, over a restart, and until the password changes. */
export const createSessions = (account: Account | undefined, clock: Clock): Sessions => ({
  issue: ({ email, password }) => {
    const now = clock.now();
    return new SignJWT({ id: email })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + tokenSeconds * 1_000))
      .sign(keyOf(password));
  },
  isValid: async (token) => {
    if (account === undefined) return false;
    const options = { algorithms: ['HS256'], currentDate: clock.now() };
    return jwtVerify(token, keyOf(account.password), options).then(
      () => true,
      () => false,
    );
  },
});

const keyOf = (password: string): Buffer => createHash('sha256').update(`nowpayments:${password}`).digest();
