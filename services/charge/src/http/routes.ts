import { type Operations } from '@repasse/chassis/http/app';
import { readIdempotencyKey } from '@repasse/chassis/idempotency/read-key';
import { type IdempotencyStore } from '@repasse/chassis/idempotency/store';
import { type MerchantRuleStore } from '../store/merchant-rules';
import { type ErasePayerDependencies } from '../workflow/erase-payer';
import { cancelCharge } from './cancel-charge';
import { createAttempt, type CreateAttemptDependencies } from './create-attempt';
import { createCardPayment, type CreateCardPaymentDependencies } from './create-card-payment';
import { createCharge } from './create-charge';
import { createPayment } from './create-payment';
import { erasePayer } from './erase-payer';
import { exportCharges, type ExportChargesDependencies } from './export-charges';
import { findCharge } from './find-charge';
import { getAttempt } from './get-attempt';
import { getAttentionOfCharges } from './get-attention-of-charges';
import { getCardPayment } from './get-card-payment';
import { getCharge } from './get-charge';
import { getFeeRules } from './get-fee-rules';
import { getOwnFeeRules } from './get-own-fee-rules';
import { getPaymentRules } from './get-payment-rules';
import { getPayment } from './get-payment';
import { listAttempts } from './list-attempts';
import { listHeldPayments } from './list-held-payments';
import { listHeldPaymentsOfMerchant } from './list-held-payments-of-merchant';
import { listChargesOfMerchant } from './list-charges';
import { listRefundsOfMerchant } from './list-refunds-of-merchant';
import { payByCard, type PayByCardDependencies } from './pay-by-card';
import { previewSplit, type PreviewSplitDependencies } from './preview-split';
import { putFeeRules } from './put-fee-rules';
import { putPaymentRules } from './put-payment-rules';
import { resolveHeldPayment, type ResolveHeldPaymentDependencies } from './resolve-held-payment';

type OperationDependencies = CreateCardPaymentDependencies &
  CreateAttemptDependencies &
  PayByCardDependencies &
  PreviewSplitDependencies &
  ResolveHeldPaymentDependencies &
  ErasePayerDependencies &
  ExportChargesDependencies & {
    readonly merchantRules: MerchantRuleStore;
    readonly idempotency: Pick<IdempotencyStore, 'find'>;
  };

/** The handlers of the operations of contracts/http/charge.openapi.yaml. */
export const createOperations = (deps: OperationDependencies): Operations => ({
  createCharge: createCharge(deps),
  createPayment: createPayment(deps),
  getPayment: getPayment(deps),
  createCardPayment: createCardPayment(deps),
  getCardPayment: getCardPayment(deps),
  createAttempt: createAttempt(deps),
  cancelCharge: cancelCharge(deps),
  payByCard: payByCard(deps),
  previewSplit: previewSplit(deps),
  listHeldPayments: listHeldPayments(deps.db),
  listHeldPaymentsOfMerchant: listHeldPaymentsOfMerchant(deps.db),
  listRefundsOfMerchant: listRefundsOfMerchant(deps.db),
  getAttentionOfCharges: getAttentionOfCharges(deps),
  resolveHeldPayment: resolveHeldPayment(deps),
  getPaymentRules: getPaymentRules(deps.merchantRules),
  putPaymentRules: putPaymentRules(deps.merchantRules, deps.clock),
  getIdempotency: readIdempotencyKey(deps.idempotency, deps.clock),
  getCharge: getCharge(deps),
  findCharge: findCharge(deps),
  listCharges: listChargesOfMerchant(deps),
  exportCharges: exportCharges(deps),
  listAttempts: listAttempts(deps),
  getAttempt: getAttempt(deps),
  erasePayer: erasePayer(deps),
  getOwnFeeRules: getOwnFeeRules(deps.merchantRules),
  getFeeRules: getFeeRules(deps.db, deps.merchantRules),
  putFeeRules: putFeeRules(deps.db, deps.merchantRules),
});
