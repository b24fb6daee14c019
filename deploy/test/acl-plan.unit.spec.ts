import { topics } from '@repasse/contracts';
import { AclPermissionTypes, type AclEntry } from 'kafkajs';
import { aclPlanLines, planAcls } from '../kafka/acl-plan';
import { entryOf, textOf, type AclRule } from '../kafka/acl-rule';
import { aclTable, defaultPrincipals, servicesOf } from '../kafka/acl-table';
import { principalsIn } from '../kafka/principals-file';

const table = aclTable(topics);
const linesOf = (principal: string): string[] =>
  table.filter((rule) => rule.principal === principal).map((rule) => textOf(entryOf(rule)));

describe('the table of access', () => {
  it('has a service write what it owns, and read what it consumes by its own groups', () => {
    expect(linesOf('User:webhook-dispatcher')).toEqual([
      'User:webhook-dispatcher may WRITE topic webhook.events.v1',
      'User:webhook-dispatcher may READ topic webhook.events.v1',
      ...['charge', 'payment', 'settlement', 'withdrawal', 'payout', 'identity'].map(
        (noun) => `User:webhook-dispatcher may READ topic ${noun}.events.v1`,
      ),
      ...['charge', 'payment', 'settlement', 'withdrawal', 'payout', 'identity'].map(
        (noun) => `User:webhook-dispatcher may WRITE topic ${noun}.events.v1.dlq`,
      ),
      'User:webhook-dispatcher may READ group webhook-dispatcher',
      'User:webhook-dispatcher may READ group webhook-dispatcher.*',
    ]);
  });

  it('has each topic written by its owner alone', () => {
    for (const { name, owner } of topics) {
      const writers = table.filter((rule) => rule.name === name && rule.operation === 'Write');
      expect(writers.map(({ principal }) => principal)).toEqual([`User:${owner}`]);
    }
  });

  it('has data teams read events, write nothing and see no dead letters', () => {
    const rules = table.filter(({ principal }) => principal === 'User:data');

    expect(new Set(rules.map(({ operation }) => operation))).toEqual(new Set(['Read']));
    expect(rules.filter(({ kind }) => kind === 'topic').map(({ name }) => name)).toEqual(
      topics.map(({ name }) => name),
    );
    expect(rules.filter(({ kind }) => kind === 'group')).toMatchObject([{ name: 'data.', isPrefix: true }]);
  });

  it('gives no two services the same group', () => {
    const groups = table.filter(({ kind, isPrefix }) => kind === 'group' && !isPrefix).map(({ name }) => name);

    expect(groups).toEqual(servicesOf(topics));
  });
});

describe('the plan of access', () => {
  const all = table.map(entryOf);
  const [first, ...others] = all as [AclEntry, ...AclEntry[]];
  const rule = (over: Partial<AclRule>): AclEntry =>
    entryOf({
      principal: 'User:charge',
      operation: 'Read',
      kind: 'topic',
      name: 'charge.events.v1',
      isPrefix: false,
      ...over,
    });

  it('is everything on a new cluster, and nothing the second time', () => {
    expect(planAcls(table, []).create).toEqual(all);
    expect(planAcls(table, all)).toEqual({ create: [], remove: [], unchanged: all.length, others: [] });
  });

  it('creates the missing one and removes what a principal of ours has beyond the table', () => {
    const beyond = rule({ operation: 'Write', name: 'payment.events.v1' });

    expect(aclPlanLines(planAcls(table, [...others, beyond]))).toEqual([
      `+ ${textOf(first)}`,
      '- User:charge may WRITE topic payment.events.v1',
    ]);
  });

  it('leaves strangers alone, telling of those on our topics, and opens nothing that is denied', () => {
    const stranger = rule({ principal: 'User:connect' });
    const everything = rule({ principal: 'User:ops', name: '*' });
    const elsewhere = rule({ principal: 'User:connect', name: 'their.topic' });
    const denied = { ...rule({ name: 'payment.events.v1.dlq' }), permissionType: AclPermissionTypes.DENY };

    expect(aclPlanLines(planAcls(table, [...all, stranger, everything, elsewhere, denied]))).toEqual([
      '  User:connect may READ topic charge.events.v1: not in the table, left as it is',
      '  User:ops may READ topic *: not in the table, left as it is',
      '  User:charge must not READ topic payment.events.v1.dlq: not in the table, left as it is',
    ]);
  });
});

describe('the file of principals', () => {
  it('fits names that certificates give, and lists readers', () => {
    const principals = principalsIn(`{
      "service": "User:CN={service},O=repasse",
      "services": { "charge": "User:CN=api" },
      "readers": [{ "principal": "User:bi", "groupPrefix": "bi-", "topics": ["charge.events.v1"] }]
    }`);
    const lines = aclTable(topics, principals).map((rule) => textOf(entryOf(rule)));

    expect(lines).toContain('User:CN=identity,O=repasse may WRITE topic identity.events.v1');
    expect(lines).toContain('User:CN=api may WRITE topic charge.events.v1');
    expect(lines.slice(-2)).toEqual(['User:bi may READ topic charge.events.v1', 'User:bi may READ group bi-*']);
  });

  it('has defaults for what it leaves out', () => {
    expect(principalsIn('{}')).toEqual(defaultPrincipals);
  });

  it.each([
    ['[]', 'one JSON object'],
    ['{"reader": []}', 'reader is no field'],
    ['{"readers": [{"principal": "User:x", "groupPrefix": ""}]}', 'readers[0]'],
    ['{"service": 1, "services": {"charge": 2}}', 'service must be a text; services must be texts'],
  ])('%s is refused', (json, said) => {
    expect(() => principalsIn(json)).toThrow(said);
  });
});
