import { useQuery } from '@tanstack/react-query';
import { type components as Invoices } from '@repasse/contracts/generated/http/invoice-query';
import { type components as Ledger } from '@repasse/contracts/generated/http/split-settlement';
import { type components as Webhooks } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useApi, useSession } from '../session/session.tsx';
import { type Shape } from './shape-of.ts';
import { type Result } from './result.ts';

type Api = ReturnType<typeof useApi>;

/** A dispute, payout or delivery: it says where it is shown. */
export const useThing = (shape: Shape) => {
  const api = useApi();
  const { userId } = useSession();
  const isThing = shape.kind === 'dispute' || shape.kind === 'withdrawal' || shape.kind === 'delivery';
  return useQuery({
    queryKey: ['thing', userId, shape],
    queryFn: async (): Promise<readonly Result[]> => (isThing ? [await finders[shape.kind](api, shape.id)] : []),
    enabled: isThing,
  });
};

const finders: Readonly<Record<'dispute' | 'withdrawal' | 'delivery', (api: Api, id: string) => Promise<Result>>> = {
  dispute: async (api, id) => {
    const { status, amount } = await api<Invoices['schemas']['Dispute']>(`/disputes/${id}`);
    return { to: `/disputes/${id}`, search: {}, text: id, status, amount };
  },
  withdrawal: async (api, id) => {
    const { status, amount } = await api<Ledger['schemas']['Withdrawal']>(`/withdrawals/${id}`);
    return { to: '/payouts', search: {}, text: id, status, amount };
  },
  delivery: async (api, id) => {
    const { eventId, eventType, status } = await api<Webhooks['schemas']['Delivery']>(`/webhook-deliveries/${id}`);
    return { to: '/deliveries', search: { eventId }, text: eventType, status };
  },
};
