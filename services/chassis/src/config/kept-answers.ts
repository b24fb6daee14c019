import { numberedKeys, type ConfigOf } from './config';

/**
 * Of every service that keeps answers: keys the hashes by which a repeat under an Idempotency-Key is known. A row is known
 * with the key it was made with, so a key stays listed as long as rows of it are kept.
 */
export const keptAnswers = {
  fingerprintKeys: numberedKeys('FINGERPRINT_KEYS', { about: 'key the hashes by which repeats of requests are known' }),
};

export type KeptAnswersConfig = ConfigOf<typeof keptAnswers>;
