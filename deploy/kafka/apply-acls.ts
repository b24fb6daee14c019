import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { topics } from '@repasse/contracts';
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes, type Admin } from 'kafkajs';
import { kafkaAccessOf, withAdmin, type KafkaAccess } from './admin-client';
import { aclPlanLines, isEmptyAclPlan, planAcls, type AclPlan } from './acl-plan';
import { entryOf, textOf, type AclRule } from './acl-rule';
import { aclTable, defaultPrincipals, type Principals } from './acl-table';
import { principalsIn } from './principals-file';
import { exitCodes, runStep } from './step';

export interface AclOptions extends KafkaAccess {
  readonly principals?: Principals;
}

/** Gives every principal of the table what the table says, and nothing else. A second run changes nothing. */
export const applyAcls = ({ principals = defaultPrincipals, ...access }: AclOptions): Promise<AclPlan> =>
  reviewAcls(access, aclTable(topics, principals), true);

const reviewAcls = (access: KafkaAccess, table: readonly AclRule[], applies: boolean): Promise<AclPlan> =>
  withAdmin(access, async (admin) => {
    const plan = planAcls(table, await findAcls(admin));
    if (applies) await carryOut(admin, plan);
    return plan;
  });

const findAcls = async (admin: Admin) => {
  const { resources } = await admin.describeAcls({
    resourceType: AclResourceTypes.ANY,
    resourcePatternType: ResourcePatternTypes.ANY,
    operation: AclOperationTypes.ANY,
    permissionType: AclPermissionTypes.ANY,
  });
  return resources.flatMap(({ acls, ...resource }) => acls.map((acl) => ({ ...resource, ...acl })));
};

/** New rules first: a principal whose rule is replaced by another is at no time without. */
const carryOut = async (admin: Admin, { create, remove }: AclPlan): Promise<void> => {
  if (create.length > 0) await admin.createAcls({ acl: [...create] });
  if (remove.length > 0) await admin.deleteAcls({ filters: [...remove] });
};

const usage = `Usage: apply-acls.js [--apply] [--principals FILE]
       apply-acls.js --table [--principals FILE]

  shows what differs between the access rules of the cluster (KAFKA_BROKERS) and the table from contracts/topics.yaml
  --apply            makes the changes
  --principals FILE  JSON: the principals of services and readers (deploy/kafka/README.md)
  --table            prints the table and asks no cluster
`;

/** `apply-acls.js` shows the plan; with --apply it is carried out, too. */
const main = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      apply: { type: 'boolean', default: false },
      table: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      principals: { type: 'string' },
    },
  });
  if (values.help) return print(usage);
  const { principals: file } = values;
  const table = aclTable(topics, file === undefined ? defaultPrincipals : principalsIn(readFileSync(file, 'utf8')));
  if (values.table) return print(table.map((rule) => `${textOf(entryOf(rule))}\n`).join(''));
  const plan = await reviewAcls(kafkaAccessOf(process.env), table, values.apply);
  return report(plan, values.apply);
};

const report = (plan: AclPlan, applies: boolean): number => {
  print(
    aclPlanLines(plan)
      .map((line) => `${line}\n`)
      .join(''),
  );
  if (!applies && !isEmptyAclPlan(plan)) {
    print('Nothing was changed. Run it again with --apply to make these changes.\n');
    return exitCodes.isPending;
  }
  return print(`Rules: ${plan.create.length} created, ${plan.remove.length} removed, ${plan.unchanged} were there.\n`);
};

const print = (text: string): number => {
  process.stdout.write(text);
  return exitCodes.isDone;
};

if (require.main === module) runStep('The access rules', main);
