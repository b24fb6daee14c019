import { useApi, useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { withdrawingTexts } from '../../texts/withdrawing.ts';
import { ActionButton } from '../../ui/action-button.tsx';

const stale = ['payouts', 'balance', '/attention/payouts'];

/** The decision of another person than the one who asked. */
export const SecondPerson = ({ payoutId }: { readonly payoutId: string }) => {
  const api = useApi();
  const texts = withdrawingTexts[useTexts().locale];
  const mayDecide = useMay('approvals:write');
  const decide = (verb: 'release' | 'cancel') => (_: undefined, idempotencyKey: string) =>
    api(`/withdrawals/${payoutId}/${verb}`, { method: 'POST', idempotencyKey });
  if (!mayDecide) return null;
  return (
    <>
      <p className="soft">{texts.toRelease}</p>
      <div className="actions before">
        <ActionButton text={texts.release} change={decide('release')} stale={stale} />
        <ActionButton text={texts.refuse} change={decide('cancel')} stale={stale} isDanger />
      </div>
    </>
  );
};
