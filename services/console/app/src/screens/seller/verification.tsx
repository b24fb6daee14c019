import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi, useIsStaff, useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { DecideVerification } from './decide-verification.tsx';
import { VerificationSteps } from './verification-steps.tsx';

type Recipient = components['schemas']['Recipient'];

/** How it stands, for everybody; its steps and its decision are the platform's. */
export const Verification = ({ seller }: { readonly seller: Recipient }) => {
  const { fields } = useTexts();
  const [isStaff, mayChange] = [useIsStaff(), useMay('recipients:write')];
  const { status, refusalReasons, suspensionReason } = seller.verification;
  const reasons = suspensionReason === null ? refusalReasons : [suspensionReason];
  const maySubmit = mayChange && seller.isManaged && (status === 'NOT_STARTED' || status === 'REFUSED');
  return (
    <section>
      <h2>{fields.verification}</h2>
      <p>
        <Status of={status} /> {reasons.join(', ')}
      </p>
      {maySubmit && <Submit recipientId={seller.id} />}
      {isStaff && mayChange && status !== 'NOT_STARTED' && <DecideVerification recipientId={seller.id} />}
      {isStaff && <VerificationSteps recipientId={seller.id} />}
    </section>
  );
};

const Submit = ({ recipientId }: { readonly recipientId: number }) => {
  const api = useApi();
  const { actions } = useTexts();
  const { run, isPending, fault, dialog } = useChange({
    change: (_input: undefined, idempotencyKey) =>
      api(`/recipients/${String(recipientId)}/verification`, { method: 'POST', idempotencyKey }),
    stale: ['seller', 'sellers', 'verification-steps'],
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      <button type="button" className="main" disabled={isPending} onClick={() => run(undefined)}>
        {actions.submitVerification}
      </button>
      {dialog}
    </>
  );
};
