import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { Problem } from '../../api/problem.ts';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Copy } from '../../ui/copy.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { ConfirmApp } from './confirm-app.tsx';
import { EnrolApp } from './enrol-app.tsx';

type Factor = components['schemas']['PersonSecondFactor'];
type Enrolled = components['schemas']['EnrolledSecondFactor'];
type Codes = components['schemas']['RecoveryCodes'];

/** An app that shows codes: enrolled by the password, confirmed by its first code, with recovery codes beside it. */
export const SecondFactor = () => {
  const api = useApi();
  const { fields, words } = useTexts();
  const [enrolled, setEnrolled] = useState<Enrolled>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { data, error } = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => api<Factor>('/person/second-factor').catch(noneYet),
  });
  const isActive = data?.status === 'ACTIVE';
  return (
    <section>
      <h2>{fields.secondFactor}</h2>
      <ProblemNotice fault={error} />
      {codes !== undefined && (
        <div className="notice good" role="status">
          <p>
            <b>{words.recoveryCodes}</b>. {words.recoveryHelp}
          </p>
          <Copy text={codes.join(' ')} />
        </div>
      )}
      {isActive && (
        <>
          <p>
            {data.recoveryCodesLeft} {words.codesLeft}
          </p>
          <Change onCodes={setCodes} />
        </>
      )}
      {data !== undefined && !isActive && enrolled === undefined && <EnrolApp onEnrolled={setEnrolled} />}
      {!isActive && enrolled !== undefined && <ConfirmApp enrolled={enrolled} onCodes={setCodes} />}
    </section>
  );
};

const noneYet = (fault: unknown): Factor => {
  if (fault instanceof Problem && fault.status === 404)
    return { status: 'PENDING', createdAt: '', confirmedAt: null, recoveryCodesLeft: 0 };
  throw fault;
};

const Change = ({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) => {
  const api = useApi();
  const { actions } = useTexts();
  const renew = useChange({
    change: (_input: undefined, idempotencyKey) =>
      api<Codes>('/person/recovery-codes', { method: 'POST', idempotencyKey }),
    stale: ['second-factor'],
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const remove = useChange({
    change: (_input: undefined) => api('/person/second-factor', { method: 'DELETE' }),
    stale: ['second-factor', 'session'],
  });
  return (
    <>
      <ProblemNotice fault={renew.fault ?? remove.fault} />
      <div className="actions">
        <button type="button" disabled={renew.isPending} onClick={() => renew.run(undefined)}>
          {actions.renewCodes}
        </button>
        <button type="button" className="danger" disabled={remove.isPending} onClick={() => remove.run(undefined)}>
          {actions.remove}
        </button>
      </div>
      {renew.dialog}
      {remove.dialog}
    </>
  );
};
