import { useQuery } from '@tanstack/react-query';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { addDays, dayAt, type Day } from '@repasse/values/brasilia-time';
import { useApi, useSession } from '../session/session.tsx';

type Receivables = components['schemas']['Receivables'];

export interface Days {
  readonly from: Day;
  readonly to: Day;
}

export const daysFromToday = (count: number): Days => {
  const today = dayAt(new Date());
  return { from: today, to: addDays(today, count) };
};

/** Money that becomes available on these days. */
export const useReceivables = ({ from, to }: Days) => {
  const api = useApi();
  const { userId, merchantId } = useSession();
  return useQuery({
    queryKey: ['receivables', userId, merchantId, from, to],
    queryFn: () => api<Receivables>('/receivables', { query: { from, to } }),
  });
};
