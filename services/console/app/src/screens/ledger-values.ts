import { type components } from '@repasse/contracts/generated/http/split-settlement';

export const userAccounts: readonly components['schemas']['UserAccount'][] = [
  'PENDING',
  'AVAILABLE',
  'RESERVE',
  'DEBT',
  'HELD',
  'SURPLUS',
  'WITHDRAWING',
  'SHARES',
];

export const entryKindValues: readonly components['schemas']['EntryKind'][] = [
  'GROSS',
  'FEE',
  'SHARE_GIVEN',
  'SHARE_RECEIVED',
  'RESERVE',
  'RELEASE',
  'REFUND',
  'SURPLUS',
  'DISPUTE_HOLD',
  'DISPUTE_RELEASE',
  'DISPUTE_LOSS',
  'WITHDRAWAL',
  'WITHDRAWAL_RETURN',
  'DEBT_REPAYMENT',
  'SHARE_HELD',
  'SHARE_RELEASE',
  'PAYOUT_FEE',
];
