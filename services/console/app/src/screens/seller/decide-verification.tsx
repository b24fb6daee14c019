import { type SyntheticEvent } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { formTexts } from './form-texts.ts';

type Decision = components['schemas']['DecideVerification'];

/** By a person of the platform. */
export const DecideVerification = ({ recipientId }: { readonly recipientId: number }) => {
  const api = useApi();
  const { fields, actions, statuses } = useTexts();
  const { run, isPending, fault, dialog } = useChange<unknown, Decision>({
    change: (body, idempotencyKey) =>
      api(`/recipients/${String(recipientId)}/verification/decision`, { method: 'POST', idempotencyKey, body }),
    stale: ['seller', 'sellers', 'verification-steps'],
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    const { decision, reasons = '' } = formTexts(event);
    const codes = reasons
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean);
    run({ decision: decision as Decision['decision'], ...(codes.length > 0 && { reasons: codes }) });
  };
  return (
    <>
      <ProblemNotice fault={fault} />
      <form className="filters" onSubmit={submit}>
        <label>
          {fields.decision}
          <select name="decision">
            {(['VERIFIED', 'REFUSED', 'SUSPENDED'] as const).map((each) => (
              <option key={each} value={each}>
                {statuses[each]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {fields.reasonCodes}
          <input name="reasons" placeholder="DOCUMENT_UNREADABLE" autoComplete="off" />
        </label>
        <button type="submit" className="main" disabled={isPending}>
          {actions.decide}
        </button>
      </form>
      {dialog}
    </>
  );
};
