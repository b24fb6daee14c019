import { useQuery } from '@tanstack/react-query';
import { type components as Charges } from '@repasse/contracts/generated/http/charge';
import { type components as Identity } from '@repasse/contracts/generated/http/identity';
import { useApi, useMay, useSession } from '../session/session.tsx';
import { type Result } from './result.ts';
import { type Shape } from './shape-of.ts';
import { useThing } from './use-thing.ts';

type Charge = Charges['schemas']['Charge'];
type Recipient = Identity['schemas']['Recipient'];

interface Page<Row> {
  readonly data: readonly Row[];
}

/** As many of each as a person looks through; the screens have the rest. */
const limit = 6;

/** Charges and sellers that fit, or the one thing whose id it is. */
export const useResults = (shape: Shape) => {
  const api = useApi();
  const { userId, merchantId } = useSession();
  const [mayCharges, maySellers] = [useMay('charges:read'), useMay('recipients:read')];
  const words = shape.kind === 'words' ? shape : undefined;
  const charges = useQuery({
    queryKey: ['charges', userId, merchantId, 'search', words?.query],
    queryFn: ({ signal }) => api<Page<Charge>>('/charge/list', { query: { query: words?.query, limit }, signal }),
    enabled: mayCharges && words !== undefined,
  });
  const sellers = useQuery({
    queryKey: ['recipients', userId, 'search', words?.seller],
    queryFn: ({ signal }) => api<Page<Recipient>>('/recipients', { query: { ...words?.seller, limit }, signal }),
    enabled: maySellers && words !== undefined,
  });
  const thing = useThing(shape);
  return {
    isBusy: charges.isFetching || sellers.isFetching || thing.isFetching,
    fault: charges.error ?? sellers.error ?? thing.error,
    charges: (charges.data?.data ?? []).map(resultOfCharge),
    sellers: (sellers.data?.data ?? []).map(resultOfSeller),
    things: shape.kind === 'screen' ? [{ ...shape, text: '' }] : (thing.data ?? []),
  };
};

const resultOfCharge = ({ id, externalReference, description, status, grossAmount }: Charge): Result => ({
  ...{ to: `/charges/${id}`, search: {}, status, amount: grossAmount },
  text: [externalReference, description].filter((text) => text !== '').join(' · ') || id,
});

const resultOfSeller = ({ id, name, document, email }: Recipient): Result => ({
  ...{ to: `/sellers/${String(id)}`, search: {}, text: [name, document, email].join(' · ') },
});
