import { type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type MerchantRuleStore } from '../store/merchant-rules';
import { isKnownUser } from '../store/users';
import { feeRulesUserNotFound } from './problems';
import { feeRulesBody } from './wire/fee-rules-body';

/** GET /fee-rules/{userId} */
export const getFeeRules = (db: Tx, merchantRules: MerchantRuleStore): Operation => ({
  handle: async ({ params }) => {
    const userId = Number(params['userId']);
    if (!(await isKnownUser(db, userId))) throw feeRulesUserNotFound();
    return { status: 200, body: feeRulesBody(userId, (await merchantRules.latest(userId)).fees) };
  },
});
