import { tokenOperations } from '@repasse/contracts/openapi';
import { roles, scopesOfRole } from '@repasse/contracts/roles';
import { MerchantApi } from '../support/api';
import { newPerson, type ConsoleVisitor } from '../support/console';
import { describeOnShared } from '../support/on-each-bus';

const operations = tokenOperations().map(({ method, operation: { operationId }, ...at }) => ({
  ...at,
  ...{ operationId, method: method.toUpperCase() },
}));

/** Of nobody: what is allowed finds nothing, and what is not is refused before it looks. */
const aimless = (path: string): string =>
  path.replaceAll(/\{(?:userId|recipientId|invoiceId)\}/g, '999999999').replaceAll(/\{\w+\}/g, 'nothing');

const refusals = ['auth.scope_missing', 'auth.profile_missing'];

describeOnShared('postgres', 'what a role may do through the console', (stack) => {
  const userOf = new Map<string, number>();

  beforeAll(async () => {
    const staff = await MerchantApi.signIn(stack.file, stack.file.admin);
    for (const profile of ['CUSTOMER', 'OPERATOR', 'ADMIN']) {
      const email = `roles-${profile.toLowerCase()}-${String(Date.now())}@repasse.example`;
      const { body } = await staff.post<{ readonly id: number }>('/users', { email, name: 'Roles', profile });
      userOf.set(profile, body.id);
    }
  });

  it.each(roles.map(({ role }) => role))('is what contracts/roles.yaml says, of %s', async (name) => {
    const role = roles.find(({ role: each }) => each === name);
    if (role === undefined) throw new Error(`There is no role ${name}.`);
    const scopes = scopesOfRole(role);
    const person = await newPerson(stack.file, userOf.get(role.profile) ?? 0, name);
    const wrong: string[] = [];
    for (const operation of operations.filter(({ operationId }) => operationId !== 'changePassword')) {
      const { operationId, method, path, profiles } = operation;
      const isAllowed =
        operation.scopes.every((scope) => scopes.includes(scope)) &&
        (profiles.length === 0 || profiles.includes(role.profile));
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      const answer = await person.ask(method, `/api${aimless(path)}`, body);
      const told = answer.status === 403 ? (answer.body.code ?? '') : '';
      if (refusals.includes(told) === isAllowed) wrong.push(`${operationId}: ${String(answer.status)} ${told}`);
    }

    expect(wrong).toEqual([]);
  });

  it('is nothing at a merchant where they have no role', async () => {
    const foreign = stack.file.merchant.userId;
    const person: ConsoleVisitor = await newPerson(stack.file, userOf.get('CUSTOMER') ?? 0, 'OWNER');
    const answers = await Promise.all(
      operations
        .filter(({ method }) => method === 'GET')
        .map(({ path }) => person.ask('GET', `/api${aimless(path)}`, { userId: foreign })),
    );

    expect(new Set(answers.map(({ status, body }) => `${String(status)} ${body.code ?? ''}`))).toEqual(
      new Set(['404 membership.not_found']),
    );
  });
});
