import { type Operation } from '@repasse/chassis/http/app';
import { secondPerson, type SecondPersonDeps } from './second-person';

/**
 * POST /withdrawals/{withdrawalId}/release: the money goes on its way. Whoever may not be paid any more is canceled instead,
 * which the answer's status says.
 */
export const releaseWithdrawal = (o: SecondPersonDeps): Operation =>
  secondPerson(o, (said) => ({ type: 'ReleaseWithdrawal', data: said }));
