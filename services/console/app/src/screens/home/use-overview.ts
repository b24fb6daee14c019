import { useQuery } from '@tanstack/react-query';
import { useApi, useMay, useSession } from '../../session/session.tsx';
import { type Overview } from './overview-of.ts';

export const useOverview = () => {
  const api = useApi();
  const { userId, merchantId } = useSession();
  return useQuery({
    queryKey: ['overview', userId, merchantId],
    queryFn: ({ signal }) => api<Overview>('/overview', { signal }),
    enabled: useMay('charges:read'),
  });
};
