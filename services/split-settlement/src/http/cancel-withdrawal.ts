import { type Operation } from '@repasse/chassis/http/app';
import { secondPerson, type SecondPersonDeps } from './second-person';

/** POST /withdrawals/{withdrawalId}/cancel: the money is available again. */
export const cancelWithdrawal = (o: SecondPersonDeps): Operation =>
  secondPerson(o, ({ key, now }) => ({ type: 'CancelWithdrawal', data: { key, now } }));
