import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi, useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { textsOf, type Texts } from '../../ui/form.ts';
import { NamedSelect } from '../../ui/named-select.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { isPayableHere, nameOfAttempt } from './payable.ts';
import { useSandbox, useSandboxTexts } from './use-sandbox.ts';

type Attempt = components['schemas']['Attempt'];

interface Props {
  readonly chargeId: string;
  /** A charge that no longer waits is paid by force: as money that was on its way. */
  readonly isForced: boolean;
  readonly onClose: () => void;
}

/** The payer's side of one charge. */
export const PayDialog = ({ chargeId, isForced, onClose }: Props) => {
  const api = useApi();
  const sandbox = useSandbox();
  const { payHere } = useSandboxTexts();
  const { data, error } = useQuery({
    queryKey: ['attempts', chargeId],
    queryFn: () => api<readonly Attempt[]>(`/charge/${chargeId}/attempts`),
  });
  const { run, isPending, fault, dialog } = useChange<unknown, object>({
    change: (body) => sandbox(`/charges/${chargeId}/payment`, { method: 'POST', body }),
    stale: ['charge', 'charges', 'attempts', 'timeline', 'held'],
    onDone: onClose,
  });
  return (
    <>
      <Dialog title={payHere} onClose={onClose}>
        <ProblemNotice fault={fault ?? error} />
        {data === undefined ? (
          error === null && <p className="skeleton" aria-busy="true" />
        ) : (
          <PayForm
            attempts={data.filter(isPayableHere).toReversed()}
            {...{ chargeId, isForced, isPending, onClose }}
            onSubmit={run}
          />
        )}
      </Dialog>
      {dialog}
    </>
  );
};

interface FormProps extends Pick<Props, 'chargeId' | 'isForced' | 'onClose'> {
  /** Newest first. */
  readonly attempts: readonly Attempt[];
  readonly isPending: boolean;
  readonly onSubmit: (body: object) => void;
}

const PayForm = ({ chargeId, attempts, isForced, isPending, onSubmit, onClose }: FormProps) => {
  const { actions, chargeFilters } = useTexts();
  const texts = useSandboxTexts();
  const [chosen, setChosen] = useState<string>();
  const attempt = attempts.find(({ id }) => id === chosen) ?? attempts[0];
  const hasCode = 'emv' in (attempt?.checkoutMeta ?? {});
  if (attempt === undefined) return <NoCode chargeId={chargeId} onClose={onClose} />;
  return (
    <form onSubmit={(event) => onSubmit(bodyOf(textsOf(event)))}>
      <NamedSelect
        name="attemptId"
        label={texts.attempt}
        values={attempts.map(({ id }) => id)}
        names={Object.fromEntries(attempts.map((each) => [each.id, nameOfAttempt(each, chargeFilters)]))}
        chosen={attempt.id}
        onChoose={setChosen}
      />
      {hasCode ? (
        <>
          <AmountField name="amount" label={`${texts.amount} (${texts.amountHelp})`} />
          <Checkbox name="force" label={texts.force} isTicked={isForced} />
        </>
      ) : (
        <NamedSelect name="outcome" label={texts.outcome} values={Object.keys(texts.outcomes)} names={texts.outcomes} />
      )}
      <div className="actions">
        <button type="submit" className="main" disabled={isPending}>
          {texts.payNow}
        </button>
        <button type="button" onClick={onClose}>
          {actions.cancel}
        </button>
      </div>
    </form>
  );
};

/** Its payer has not chosen how to pay; whoever may charge makes a code for them. */
const NoCode = ({ chargeId, onClose }: Pick<Props, 'chargeId' | 'onClose'>) => {
  const api = useApi();
  const { actions } = useTexts();
  const texts = useSandboxTexts();
  const mayCharge = useMay('charges:write');
  return (
    <>
      <p>{texts.noCode}</p>
      <div className="actions">
        {mayCharge && (
          <ActionButton
            text={texts.makeCode}
            change={(_, idempotencyKey) =>
              api(`/charge/${chargeId}/attempts`, { method: 'POST', body: byPix, idempotencyKey })
            }
            stale={['attempts']}
          />
        )}
        <button type="button" onClick={onClose}>
          {actions.close}
        </button>
      </div>
    </>
  );
};

const byPix = { paymentMethod: 'PIX' };

const bodyOf = ({ amount = '', force, ...others }: Texts): object => ({
  ...others,
  ...(amount !== '' && { amount: amount.replace(',', '.') }),
  force: force !== undefined,
});
