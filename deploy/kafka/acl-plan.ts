import { AclPermissionTypes, AclResourceTypes, type AclEntry } from 'kafkajs';
import { entryOf, keyOf, textOf, type AclRule } from './acl-rule';

export interface AclPlan {
  readonly create: readonly AclEntry[];
  readonly remove: readonly AclEntry[];
  readonly unchanged: number;
  /** Of principals that are not ours, on our topics and groups: told, and left alone. */
  readonly others: readonly AclEntry[];
}

/**
 * The way from the rules of a cluster to the table. A principal of the table has what the table says and nothing else; rules
 * of other principals stay. A rule that denies stays as well: taking it away would open something.
 */
export const planAcls = (table: readonly AclRule[], found: readonly AclEntry[]): AclPlan => {
  const wanted = new Map(table.map(entryOf).map((entry) => [keyOf(entry), entry]));
  const there = new Set(found.map(keyOf));
  const principals = new Set(table.map(({ principal }) => principal));
  const resources = new Set(table.map(({ name }) => name));
  const isOurs = ({ principal }: AclEntry): boolean => principals.has(principal);
  const isRemovable = ({ permissionType }: AclEntry): boolean => permissionType === AclPermissionTypes.ALLOW;
  const beyond = found.filter((entry) => !wanted.has(keyOf(entry)));
  return {
    create: [...wanted.values()].filter((entry) => !there.has(keyOf(entry))),
    remove: beyond.filter((entry) => isOurs(entry) && isRemovable(entry)),
    unchanged: found.length - beyond.length,
    others: beyond.filter((entry) => !(isOurs(entry) && isRemovable(entry)) && concerns(entry, resources)),
  };
};

/** A rule for everything (`*`) concerns our topics, too. */
const concerns = ({ resourceType, resourceName }: AclEntry, resources: ReadonlySet<string>): boolean =>
  (resourceType === AclResourceTypes.TOPIC || resourceType === AclResourceTypes.GROUP) &&
  (resourceName === '*' || resources.has(resourceName));

export const isEmptyAclPlan = ({ create, remove }: AclPlan): boolean => create.length + remove.length === 0;

/** A line for each change, as a person reads it before --apply. */
export const aclPlanLines = ({ create, remove, others }: AclPlan): readonly string[] => [
  ...create.map((entry) => `+ ${textOf(entry)}`),
  ...remove.map((entry) => `- ${textOf(entry)}`),
  ...others.map((entry) => `  ${textOf(entry)}: not in the table, left as it is`),
];
