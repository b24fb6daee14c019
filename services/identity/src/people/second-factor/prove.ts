import { type Tx } from '@repasse/chassis/postgres/database';
import { settle, type CodeOptions, type Proof } from '../../second-factor/prove';
import { tryCode, type Tried } from '../../second-factor/rules';
import { stepOf } from '../../second-factor/totp';
import { hashOfRecoveryCode } from './recovery-codes';
import { keepPersonFactor, type PersonFactor } from './table';

/** Tries a code of the app, or a recovery code, of a factor that is locked. Both kinds are counted together. */
export const provePersonCode = async (
  { box, clock, countCode, wrongCodes }: CodeOptions,
  tx: Tx,
  factor: PersonFactor,
  code: string,
): Promise<Proof<PersonFactor>> => {
  const now = clock.now();
  const secret = (): string => box.open(factor.sealedSecret, contextOf(factor.personId));
  const tried = /^\d{6}$/.test(code)
    ? tryCode(factor, () => stepOf(secret(), code, now), now, wrongCodes)
    : tryRecovery(factor, code, (step) => tryCode(factor, step, now, wrongCodes));
  return settle(tried, countCode, (after) => keepPersonFactor(tx, after));
};

/** A recovery code belongs to no step: the one after the last stands for it, and is not kept. */
const tryRecovery = (
  factor: PersonFactor,
  code: string,
  tryStep: (stepOf: () => number | undefined) => Tried<PersonFactor>,
): Tried<PersonFactor> => {
  const given = hashOfRecoveryCode(factor.personId, code);
  const left = factor.recoveryHashes.filter((hash) => !hash.equals(given));
  const isKnown = left.length < factor.recoveryHashes.length;
  const tried = tryStep(() => (isKnown ? (factor.lastStep ?? -1) + 1 : undefined));
  if (tried.outcome !== 'accepted') return tried;
  return { ...tried, factor: { ...tried.factor, lastStep: factor.lastStep, recoveryHashes: left } };
};

/** Binds a sealed secret to its person. */
export const contextOf = (personId: string): string => `second factor ${personId}`;
