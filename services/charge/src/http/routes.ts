import type { Operations } from '@repasse/chassis/http/app';
import type { Tx } from '@repasse/chassis/postgres/database';
import type { FeeRuleStore } from '../store/fee-rules';
import { createCharge, type CreateChargeDependencies } from './create-charge';
import { findCharge } from './find-charge';
import { getAttempt } from './get-attempt';
import { getCharge } from './get-charge';
import { getFeeRules } from './get-fee-rules';
import { listAttempts } from './list-attempts';
import { listChargesOfMerchant } from './list-charges';
import { putFeeRules } from './put-fee-rules';

/** What stands behind each operation of contracts/http/charge.openapi.yaml. */
export const createOperations = (
  deps: CreateChargeDependencies & { readonly db: Tx; readonly feeRules: FeeRuleStore },
): Operations => ({
  createCharge: createCharge(deps),
  getCharge: getCharge(deps.db),
  findCharge: findCharge(deps.db),
  listCharges: listChargesOfMerchant(deps.db),
  listAttempts: listAttempts(deps.db),
  getAttempt: getAttempt(deps.db),
  getFeeRules: getFeeRules(deps.db, deps.feeRules),
  putFeeRules: putFeeRules(deps.db, deps.feeRules),
});
