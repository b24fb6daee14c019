import { useQuery } from '@tanstack/react-query';
import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi, useSession } from '../../session/session.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { PayButton } from './pay-button.tsx';
import { isPaidByCard, isPayableHere } from './payable.ts';
import { useSandbox, useSandboxTexts } from './use-sandbox.ts';

type Charge = components['schemas']['Charge'];
type Attempt = components['schemas']['Attempt'];

/** On the screen of a charge, where its providers are simulated: what its payer can do. */
export const SandboxOfCharge = ({ charge }: { readonly charge: Charge }) =>
  useSession().sandbox === null ? null : <Payer charge={charge} />;

const Payer = ({ charge: { id, status } }: { readonly charge: Charge }) => {
  const api = useApi();
  const sandbox = useSandbox();
  const texts = useSandboxTexts();
  const { data: attempts = [] } = useQuery({
    queryKey: ['attempts', id],
    queryFn: () => api<readonly Attempt[]>(`/charge/${id}/attempts`),
  });
  const isWaiting = status === 'PENDING';
  return (
    <div className="actions before">
      {(isWaiting || attempts.some(isPayableHere)) && <PayButton chargeId={id} isWaiting={isWaiting} />}
      {attempts.some(isPaidByCard) && (
        <ActionButton
          text={texts.dispute}
          change={() => sandbox(`/charges/${id}/chargeback`, { method: 'POST', body: {} })}
          stale={['charge', 'timeline', 'disputes']}
        />
      )}
    </div>
  );
};
