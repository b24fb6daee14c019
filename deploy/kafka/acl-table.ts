import { type Topic } from '@repasse/contracts';
import { type AclRule, type Operation, type ResourceKind } from './acl-rule';

/** A principal that reads events and is no service of ours: a data team, a connector. */
export interface Reader {
  readonly principal: string;
  /** Its consumer groups begin so. */
  readonly groupPrefix: string;
  /** Those it reads; all topics of events, and no dead letters, when left out. */
  readonly topics?: readonly string[];
}

/** Whom the table of access is for. */
export interface Principals {
  /** The principal of a service as brokers see it, with `{service}` for its name. */
  readonly service: string;
  /** Those of services that the pattern does not fit. */
  readonly services?: Readonly<Record<string, string>>;
  readonly readers: readonly Reader[];
}

/** By SCRAM, PLAIN and OAUTHBEARER a principal is `User:` and the name; by certificate it is the whole subject. */
export const defaultPrincipals: Principals = {
  service: 'User:{service}',
  readers: [{ principal: 'User:data', groupPrefix: 'data.' }],
};

/**
 * The table of access, derived from contracts/topics.yaml. An owner writes its topics, and reads them to compare them with
 * its database. A consumer reads a topic by its own groups and writes what it cannot handle to the topic's dead letters.
 */
export const aclTable = (topics: readonly Topic[], principals: Principals = defaultPrincipals): readonly AclRule[] => [
  ...servicesOf(topics).flatMap((service) => serviceRules(service, topics, principalOf(service, principals))),
  ...principals.readers.flatMap((reader) => readerRules(reader, topics)),
];

export const servicesOf = (topics: readonly Topic[]): readonly string[] =>
  [...new Set(topics.flatMap(({ owner, consumers }) => [owner, ...consumers]))].sort();

export const principalOf = (service: string, { service: pattern, services = {} }: Principals): string =>
  services[service] ?? pattern.replaceAll('{service}', service);

const serviceRules = (service: string, topics: readonly Topic[], principal: string): AclRule[] => {
  const owned = topics.filter(({ owner }) => owner === service);
  const consumed = topics.filter(({ consumers }) => consumers.includes(service));
  const rule = ruleOf(principal);
  return [
    ...owned.flatMap(({ name }) => [rule('Write', 'topic', name), rule('Read', 'topic', name)]),
    ...consumed.map(({ name }) => rule('Read', 'topic', name)),
    ...consumed.map(({ deadLetter }) => rule('Write', 'topic', deadLetter.name)),
    rule('Read', 'group', service),
    // A replay, a comparison and a command of an operator read by groups of their own.
    rule('Read', 'group', `${service}.`, true),
  ];
};

const readerRules = ({ principal, groupPrefix, topics: named }: Reader, topics: readonly Topic[]): AclRule[] => {
  const rule = ruleOf(principal);
  const names = named ?? topics.map(({ name }) => name);
  return [...names.map((name) => rule('Read', 'topic', name)), rule('Read', 'group', groupPrefix, true)];
};

/** Kafka lets a reader and a writer describe, too. */
const ruleOf =
  (principal: string) =>
  (operation: Operation, kind: ResourceKind, name: string, isPrefix = false): AclRule => ({
    ...{ principal, operation, kind, name, isPrefix },
  });
