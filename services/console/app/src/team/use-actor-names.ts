import { useQuery } from '@tanstack/react-query';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi, useMay, useSession } from '../session/session.tsx';

interface Members {
  readonly data: readonly Pick<components['schemas']['Member'], 'personId' | 'name'>[];
}

/** Names of the people in the team, by id. Whoever may not see the team, and who is not in it, is known by the id alone. */
export const useActorNames = (): ((id: string) => string | undefined) => {
  const api = useApi();
  const { person, userId, merchantId } = useSession();
  const { data } = useQuery({
    queryKey: ['members', userId, merchantId],
    queryFn: () => api<Members>('/members'),
    enabled: useMay('members:read'),
    staleTime: 60_000,
  });
  return (id) => (id === person.personId ? person.name : data?.data.find(({ personId }) => personId === id)?.name);
};
