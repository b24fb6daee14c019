import { type RateLimit } from '@repasse/chassis/limits/rate-limit';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type PeopleDependencies } from '../dependencies';
import { type RelyingParty } from './rules';

export interface PasskeyDependencies extends PeopleDependencies {
  readonly relyingParty: RelyingParty;
  readonly countProof: CountProof;
  /** Of those who have not signed in, by address. */
  readonly challengeLimit: RateLimit;
}

export type CountProof = (purpose: 'SIGN_IN' | 'STEP_UP', outcome: 'accepted' | 'refused' | 'copy') => void;

export const createCountProof = (metrics: Metrics): CountProof => {
  const proofs = metrics.counter('repasse_identity_passkey_proofs_total', 'Passkeys that people used.', [
    ...['purpose', 'outcome'],
  ]);
  bornAtZero(proofs, { purpose: ['SIGN_IN', 'STEP_UP'], outcome: ['accepted', 'refused', 'copy'] });
  return (purpose, outcome) => proofs.inc({ purpose, outcome });
};
