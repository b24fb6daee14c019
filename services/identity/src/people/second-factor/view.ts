import { type ApiResponse } from '@repasse/chassis/http/app';
import { noStore } from '../../api-keys/view';
import { type PersonFactor } from './table';

/** Shown once. */
export const codesView = (recoveryCodes: readonly string[]): ApiResponse => ({
  ...{ status: 200, headers: noStore, body: { recoveryCodes } },
});

export const factorView = ({ createdAt, confirmedAt, recoveryHashes }: PersonFactor): ApiResponse => ({
  status: 200,
  body: {
    ...{ status: confirmedAt === null ? 'PENDING' : 'ACTIVE', createdAt, confirmedAt },
    recoveryCodesLeft: recoveryHashes.length,
  },
});
