import { type Fault } from '@repasse/chassis/http/problem';
import { lastMoment, momentOf } from '@repasse/values/moment';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';

export type RecoveryWindow = components['schemas']['RecoveryWindow'];

/** Limit of one statement: more would lock the rows, and block the workers that deliver them, for long. */
export const recoveredMax = 10_000;

/** The description lets nothing but moments through. */
export const windowOf = ({ from, to }: RecoveryWindow) => ({
  from: momentOf(from) ?? lastMoment,
  to: to === undefined ? lastMoment : (momentOf(to) ?? lastMoment),
});

export const windowFaults = (body: RecoveryWindow, faulty: ReadonlySet<string>): readonly Fault[] => {
  if (faulty.has('from') || faulty.has('to')) return [];
  const { from, to } = windowOf(body);
  return from < to ? [] : [{ field: 'to', message: 'must be after from.' }];
};
