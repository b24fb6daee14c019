import { findCharges, getCharge } from './charges';
import { listDeliveries, resendDelivery } from './deliveries';
import { getBalance, listDisputes, listPayouts, listReceivables, listRefunds } from './money';
import { createCharge, createRefund } from './payments';
import { findSellers } from './sellers';
import { type Tool } from './tool';

/** Twelve at most: a model chooses worse among more. */
export const tools: readonly Tool[] = [
  ...[findCharges, getCharge, getBalance, listReceivables, listPayouts, listRefunds],
  ...[listDisputes, listDeliveries, findSellers, createCharge, createRefund, resendDelivery],
];
