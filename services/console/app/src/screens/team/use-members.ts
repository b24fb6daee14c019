import { useQuery } from '@tanstack/react-query';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi, useSession } from '../../session/session.tsx';

interface Members {
  readonly data: readonly components['schemas']['Member'][];
}

export const useMembers = () => {
  const api = useApi();
  const { userId } = useSession();
  const { data, error } = useQuery({ queryKey: ['members', userId], queryFn: () => api<Members>('/members') });
  return { rows: data?.data, error };
};
