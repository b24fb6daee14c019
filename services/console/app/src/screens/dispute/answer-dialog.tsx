import { useState, type SyntheticEvent } from 'react';
import { type components } from '@repasse/contracts/generated/http/invoice-query';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { NamedSelect } from '../../ui/named-select.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

interface Props {
  readonly dispute: components['schemas']['Dispute'];
  readonly pieces: number;
  readonly onClose: () => void;
}

interface Said {
  readonly decision: string;
  readonly text: string;
}

/** It is said before anything is done what an answer leads to, because there is one only. */
export const AnswerDialog = ({ dispute, pieces, onClose }: Props) => {
  const api = useApi();
  const { disputes, actions, fields, words } = useTexts();
  const [said, setSaid] = useState<Said>({ decision: 'CONTEST', text: '' });
  const { run, isPending, fault, dialog } = useChange<unknown, Said>({
    change: ({ decision, text }) =>
      api(`/disputes/${dispute.id}/answer`, { method: 'POST', body: { decision, ...(text !== '' && { text }) } }),
    stale: ['defence', 'dispute', 'disputes'],
    onDone: onClose,
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    run({ ...said, text: said.text.trim() });
  };
  const isContest = said.decision === 'CONTEST';
  const isEmpty = isContest && pieces === 0 && said.text.trim() === '';
  return (
    <>
      <Dialog title={disputes.answerIt} onClose={onClose}>
        <ProblemNotice fault={fault} />
        <form onSubmit={submit}>
          <NamedSelect
            name="decision"
            label={fields.decision}
            values={['CONTEST', 'ACCEPT']}
            names={disputes.decisions}
            chosen={said.decision}
            onChoose={(decision) => setSaid({ ...said, decision })}
          />
          <label>
            {disputes.text} ({words.optional})
            <textarea
              name="text"
              rows={4}
              maxLength={4_000}
              value={said.text}
              onChange={({ target }) => setSaid({ ...said, text: target.value })}
            />
          </label>
          <div role="status">
            <p>
              <b>
                <Money amount={dispute.amount} currency={dispute.currency} />
              </b>{' '}
              {isContest ? disputes.previewContest(pieces, dispute.provider) : disputes.previewAccept(dispute.provider)}
            </p>
            <p>{isEmpty ? disputes.needsReason : disputes.onceOnly}</p>
          </div>
          <div className="actions">
            <button type="submit" className="main" disabled={isPending || isEmpty}>
              {disputes.answerIt}
            </button>
            <button type="button" onClick={onClose}>
              {actions.cancel}
            </button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  );
};
