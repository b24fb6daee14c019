import { type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/charge';
import { type MerchantRuleStore } from '../store/merchant-rules';
import { isKnownUser } from '../store/users';
import { refuse, type NamedFault } from './checks/refusal';
import { feeRulesUserNotFound } from './problems';
import { feeRuleOf, feeRulesBody, minorOf, type FeeRuleBody } from './wire/fee-rules-body';

type Body = components['schemas']['PutFeeRules'];

/** PUT /fee-rules/{userId}: the rules sent are all the merchant has afterwards. */
export const putFeeRules = (db: Tx, merchantRules: MerchantRuleStore): Operation<Body> => ({
  check: ({ body }, faulty) => (faulty.size > 0 ? [] : faultsOfRules(body.rules, faulty)),
  handle: async ({ params, body }) => {
    const userId = Number(params['userId']);
    if (!(await isKnownUser(db, userId))) throw feeRulesUserNotFound();
    const { fees } = await merchantRules.replaceFees(userId, body.rules.map(feeRuleOf));
    return { status: 200, body: feeRulesBody(userId, fees) };
  },
});

const faultsOfRules = (rules: readonly FeeRuleBody[], faulty: ReadonlySet<string>): readonly Fault[] =>
  refuse(
    rules.flatMap((rule, index) => [...faultsOfRule(rule, index), ...overlapFaults(rules, rule, index)]),
    faulty,
  );

const faultsOfRule = ({ installmentsFrom, installmentsTo, min, max }: FeeRuleBody, index: number): NamedFault[] => {
  const faults: NamedFault[] = [];
  if (installmentsTo < installmentsFrom) {
    faults.push({ field: `rules[${index}].installmentsTo`, message: 'must not be less than installmentsFrom.' });
  }
  if (min !== undefined && max !== undefined && minorOf(max) < minorOf(min)) {
    faults.push({ field: `rules[${index}].max`, message: 'must not be less than min.' });
  }
  return faults;
};

/** Two rules for one payment would make its fee a matter of chance. */
const overlapFaults = (rules: readonly FeeRuleBody[], rule: FeeRuleBody, index: number): NamedFault[] =>
  rules.slice(0, index).flatMap((earlier, at) =>
    earlier.method === rule.method &&
    earlier.installmentsFrom <= rule.installmentsTo &&
    rule.installmentsFrom <= earlier.installmentsTo
      ? [
          {
            field: `rules[${index}]`,
            message: `covers payments that rules[${at}] covers.`,
            code: 'fee_rules.overlap',
          },
        ]
      : [],
  );
