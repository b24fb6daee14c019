import { useState } from 'react';
import { type components as Gateway } from '@repasse/contracts/generated/http/payment-gateway';
import { type components as Invoices } from '@repasse/contracts/generated/http/invoice-query';
import { useTexts } from '../../texts/texts.tsx';
import { Facts } from '../../ui/facts.tsx';
import { When } from '../../ui/when.tsx';
import { AnswerDialog } from './answer-dialog.tsx';

interface Props {
  readonly dispute: Invoices['schemas']['Dispute'];
  readonly defence: Gateway['schemas']['DisputeDefence'];
  /** For this person, now. */
  readonly isAllowed: boolean;
}

/** How it was answered, or the way to do so. */
export const Answer = ({ dispute, defence: { answer, status, data, allowedActions }, isAllowed }: Props) => {
  const { disputes } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <h2>{disputes.answer}</h2>
      {answer !== null && (
        <>
          <Facts
            facts={[
              [disputes.answer, disputes.decisions[answer.decision]],
              [disputes.answered, <When key="w" at={answer.answeredAt} />],
              [disputes.text, answer.text],
            ]}
          />
          <p className="soft">{disputes.byOperator}</p>
        </>
      )}
      {allowedActions.includes('wait') && <p>{disputes.whyWait}</p>}
      {answer === null && status !== 'OPEN' && <p>–</p>}
      {isAllowed && (
        <button type="button" className="main" onClick={() => setOpen(true)}>
          {disputes.answerIt}
        </button>
      )}
      {isOpen && <AnswerDialog dispute={dispute} pieces={data.length} onClose={() => setOpen(false)} />}
    </section>
  );
};
