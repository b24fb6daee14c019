import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes, type AclEntry } from 'kafkajs';

export type Operation = 'Read' | 'Write' | 'Describe';
export type ResourceKind = 'topic' | 'group';

/** One line of the table of access: what a principal may do. */
export interface AclRule {
  readonly principal: string;
  readonly operation: Operation;
  readonly kind: ResourceKind;
  readonly name: string;
  /** Of all resources whose name begins so. */
  readonly isPrefix: boolean;
}

const operations: Readonly<Record<Operation, AclOperationTypes>> = {
  Read: AclOperationTypes.READ,
  Write: AclOperationTypes.WRITE,
  Describe: AclOperationTypes.DESCRIBE,
};
const kinds: Readonly<Record<ResourceKind, AclResourceTypes>> = {
  topic: AclResourceTypes.TOPIC,
  group: AclResourceTypes.GROUP,
};

/** From every address: where a client may come from is the network's matter. */
const anyHost = '*';

export const entryOf = ({ principal, operation, kind, name, isPrefix }: AclRule): AclEntry => ({
  principal,
  host: anyHost,
  permissionType: AclPermissionTypes.ALLOW,
  operation: operations[operation],
  resourceType: kinds[kind],
  resourceName: name,
  resourcePatternType: isPrefix ? ResourcePatternTypes.PREFIXED : ResourcePatternTypes.LITERAL,
});

/** Equal for equal entries. */
export const keyOf = (entry: AclEntry): string =>
  JSON.stringify([
    ...[entry.principal, entry.host, entry.permissionType, entry.operation],
    ...[entry.resourceType, entry.resourceName, entry.resourcePatternType],
  ]);

/** An entry as a person reads it. */
export const textOf = (entry: AclEntry): string => {
  const { principal, host, resourceName, resourcePatternType } = entry;
  const may = entry.permissionType === AclPermissionTypes.DENY ? 'must not' : 'may';
  const operation = nameIn(AclOperationTypes, entry.operation);
  const kind = nameIn(AclResourceTypes, entry.resourceType).toLowerCase();
  const star = resourcePatternType === ResourcePatternTypes.PREFIXED ? '*' : '';
  const from = host === anyHost ? '' : ` from ${host}`;
  return `${principal} ${may} ${operation} ${kind} ${resourceName}${star}${from}`;
};

/** kafkajs has its enumerations as plain objects, which know no way back from a number to a name. */
const nameIn = (values: object, value: number): string =>
  Object.entries(values).find(([, one]) => one === value)?.[0] ?? String(value);
