import { loadOpenApi, tokenOperations } from './openapi';
import {
  findRole,
  portalScreens,
  roles,
  scopesOfMerchantKeys,
  scopesOfPortal,
  scopesOfRole,
  scopesOfStaffKeys,
} from './roles';

const operations = tokenOperations();

const described = (): readonly string[] => {
  const schemes = loadOpenApi('identity').components['securitySchemes'] as Record<
    string,
    { readonly flows: { readonly clientCredentials: { readonly scopes: object } } }
  >;
  return Object.keys(schemes['bearerAuth']?.flows.clientCredentials.scopes ?? {});
};

const allowed = (name: string): readonly string[] => {
  const role = roles.find(({ role }) => role === name);
  if (role === undefined) throw new Error(`There is no role ${name}.`);
  const scopes = scopesOfRole(role);
  return operations
    .filter((each) => each.scopes.every((scope) => scopes.includes(scope)))
    .filter(({ profiles }) => profiles.length === 0 || profiles.includes(role.profile))
    .map(({ operation }) => operation.operationId);
};

const peopleOnly = ['person:write', 'person:read', 'members:write', 'members:read', 'audit:read'];

it('gives roles and keys scopes that are described, and leaves none out', () => {
  const given = new Set([...roles.flatMap(scopesOfRole), ...scopesOfMerchantKeys, ...scopesOfStaffKeys]);

  expect([...given].toSorted()).toEqual(described().toSorted());
});

it('lets every operation be done by somebody', () => {
  const reached = new Set(roles.flatMap(({ role }) => allowed(role)));

  expect(operations.map(({ operation }) => operation.operationId).filter((id) => !reached.has(id))).toEqual([]);
});

it('gives no key what lets people in', () => {
  const ofKeys = [...scopesOfMerchantKeys, ...scopesOfStaffKeys];

  expect(peopleOnly.filter((scope) => ofKeys.includes(scope))).toEqual([]);
});

it('gives an owner all that a merchant’s key has, and nobody at a merchant a scope of staff', () => {
  const ofMerchants = roles.filter(({ profile }) => profile === 'CUSTOMER');
  const owner = roles.find(({ role }) => role === 'OWNER');

  expect(owner?.scopes).toEqual(expect.arrayContaining([...scopesOfMerchantKeys]));
  expect(ofMerchants.flatMap(scopesOfRole).filter((scope) => scopesOfStaffKeys.includes(scope))).toEqual([]);
});

it.each([
  ['SUPPORT', ['getBalance', 'requestWithdrawal', 'issueOwnApiKey', 'createCharge']],
  ['DEVELOPER', ['getBalance', 'requestWithdrawal', 'requestChargeRefund', 'addDestination']],
  ['FINANCE', ['issueOwnApiKey', 'rotateWebhookSecret', 'putOwnProfile']],
  ['STAFF_OPERATOR', ['updateUser', 'putFeeRules', 'issueApiKey', 'requestWithdrawal']],
])('keeps %s from what is another’s work', (role, forbidden) => {
  expect(forbidden.filter((operationId) => allowed(role).includes(operationId))).toEqual([]);
});

it('lets finance decide on all that waits for a decision about money', () => {
  const decisions = ['resolveHeldPayment', 'requestChargeRefund', 'requestWithdrawal', 'releaseWithdrawal'];

  expect(allowed('FINANCE')).toEqual(expect.arrayContaining(decisions));
});

it('lets those who only read change nothing', () => {
  const changing = roles.find(({ role }) => role === 'READ_ONLY')?.scopes.filter((scope) => scope.endsWith(':write'));

  expect(changing).toEqual([]);
});

it('asks for a second factor where keys, secrets and destinations are made', () => {
  const asking = operations
    .filter(({ operation }) => operation['x-step-up'] === true)
    .map(({ operation }) => operation.operationId);

  expect(asking).toEqual(
    expect.arrayContaining(['issueOwnApiKey', 'rotateOwnApiKey', 'addDestination', 'requestWithdrawal', 'putFeeRules']),
  );
});

describe('the screens of a portal link', () => {
  it.each(portalScreens.map((each) => [each.screen, each] as const))(
    'read what a seller reads, and change nothing: %s',
    (name, { scopes, operations: ids }) => {
      const shown = operations.filter(({ operation }) => ids.includes(operation.operationId));

      expect(shown.map(({ operation }) => operation.operationId).toSorted()).toEqual(ids.toSorted());
      expect(new Set(shown.flatMap((each) => each.scopes))).toEqual(new Set(scopes));
      expect(findRole('SELLER')?.scopes).toEqual(expect.arrayContaining([...scopes]));
      expect(shown.filter(({ method }) => method !== 'get')).toEqual([]);
      expect(scopesOfPortal([name])).toEqual(scopes);
    },
  );

  it('are those of the description', () => {
    const described = loadOpenApi('identity').components.schemas as Record<string, { readonly enum?: object }>;

    expect(portalScreens.map(({ screen }) => screen)).toEqual(described['PortalScreen']?.enum);
  });

  it('show nothing where none is known', () => {
    expect(scopesOfPortal(['everything'])).toEqual([]);
  });
});

it('limits what support gives back, and nobody else', () => {
  const limited = roles.filter(({ refundMinorMax }) => refundMinorMax !== undefined);

  expect(limited.map(({ role, refundMinorMax }) => [role, refundMinorMax])).toEqual([['SUPPORT', 50_000]]);
});
