import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type RateLimit } from '@repasse/chassis/limits/rate-limit';
import { type Logger } from '@repasse/chassis/log/logger';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type PeopleDependencies } from '../people/dependencies';
import { type OpenId } from './openid';
import { type AddressRules } from './rules';

export interface CompanyDependencies extends PeopleDependencies {
  readonly box: SealedBox;
  readonly log: Logger;
  readonly openId: OpenId;
  readonly addressRules: AddressRules;
  readonly countSignIn: CountSignIn;
  /** By address, and by person where they have signed in. */
  readonly beginningLimit: RateLimit;
  readonly readingLimit: RateLimit;
}

export type CountSignIn = (outcome: 'accepted' | 'linked' | 'refused' | 'not_linked') => void;

export const createCountSignIn = (metrics: Metrics): CountSignIn => {
  const signIns = metrics.counter('repasse_identity_company_sign_ins_total', 'Sign-ins by companies.', ['outcome']);
  bornAtZero(signIns, { outcome: ['accepted', 'linked', 'refused', 'not_linked'] });
  return (outcome) => signIns.inc({ outcome });
};
