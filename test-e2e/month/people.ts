import { type Browser, type BrowserContextOptions } from 'playwright-core';
import { type StackFile } from '../../deploy/local/stack-file';
import { MerchantApi } from '../support/api';
import { codeMs, newProvenPerson, signIn } from '../support/console';

export interface Person {
  /** Of a browser in which they have signed in. */
  readonly storageState: NonNullable<BrowserContextOptions['storageState']>;
  readonly isStaff: boolean;
}

export interface People {
  readonly owner: Person;
  readonly staff: Person;
}

/** One who owns the merchant, and one who looks after the platform. */
export const letPeopleIn = async (browser: Browser, file: StackFile, nowMs: number): Promise<People> => {
  const admin = await MerchantApi.signIn(file, file.admin);
  const { body: platform } = await admin.post<{ readonly id: number }>('/users', {
    ...{ email: 'plataforma@repasse.example', name: 'Plataforma', profile: 'OPERATOR' },
  });
  const signedIn = async (userId: number, role: string, isStaff: boolean): Promise<Person> => {
    const person = await newProvenPerson(file, userId, role, nowMs, isStaff ? 'Caio Lima' : 'Ana Souza');
    const context = await browser.newContext();
    await signIn(await context.newPage(), file, person, nowMs + codeMs);
    const storageState = await context.storageState();
    await context.close();
    return { storageState, isStaff };
  };
  return {
    owner: await signedIn(file.merchant.userId, 'OWNER', false),
    staff: await signedIn(platform.id, 'STAFF_OPERATOR', true),
  };
};
