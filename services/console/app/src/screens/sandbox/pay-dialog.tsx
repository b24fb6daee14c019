import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
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
            {...{ isForced, isPending, onClose }}
            onSubmit={run}
          />
        )}
      </Dialog>
      {dialog}
    </>
  );
};

interface FormProps extends Pick<Props, 'isForced' | 'onClose'> {
  /** Newest first. */
  readonly attempts: readonly Attempt[];
  readonly isPending: boolean;
  readonly onSubmit: (body: object) => void;
}

const PayForm = ({ attempts, isForced, isPending, onSubmit, onClose }: FormProps) => {
  const { actions, chargeFilters } = useTexts();
  const texts = useSandboxTexts();
  const [attemptId, setAttemptId] = useState(attempts[0]?.id);
  const attempt = attempts.find(({ id }) => id === attemptId);
  const hasCode = 'emv' in (attempt?.checkoutMeta ?? {});
  if (attempt === undefined)
    return (
      <>
        <p>{texts.noCode}</p>
        <button type="button" onClick={onClose}>
          {actions.close}
        </button>
      </>
    );
  return (
    <form onSubmit={(event) => onSubmit(bodyOf(textsOf(event)))}>
      <NamedSelect
        name="attemptId"
        label={texts.attempt}
        values={attempts.map(({ id }) => id)}
        names={Object.fromEntries(attempts.map((each) => [each.id, nameOfAttempt(each, chargeFilters)]))}
        chosen={attemptId}
        onChoose={setAttemptId}
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

const bodyOf = ({ amount = '', force, ...others }: Texts): object => ({
  ...others,
  ...(amount !== '' && { amount: amount.replace(',', '.') }),
  force: force !== undefined,
});
