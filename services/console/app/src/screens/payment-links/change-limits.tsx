import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi } from '../../session/session.tsx';
import { paymentLinkTexts } from '../../texts/payment-links.ts';
import { useTexts } from '../../texts/texts.tsx';
import { textsOf } from '../../ui/form.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { lastDayOf, limitsOf } from './link-form.ts';
import { LimitFields } from './limit-fields.tsx';

interface Props {
  readonly link: Pick<components['schemas']['PaymentLink'], 'usesMax' | 'validUntil'>;
  readonly path: string;
}

export const ChangeLimits = ({ link: { usesMax, validUntil }, path }: Props) => {
  const api = useApi();
  const { locale, actions, words } = useTexts();
  const texts = paymentLinkTexts[locale];
  const { run, isPending, isDone, fault, dialog } = useChange<unknown, object>({
    change: (body) => api(path, { method: 'PATCH', body }),
    stale: ['payment-links'],
  });
  return (
    <section>
      <h2>{texts.limits}</h2>
      <p className="soft">{texts.limitsAbout}</p>
      <ProblemNotice fault={fault} />
      <form className="filters" onSubmit={(event) => run(limitsOf(textsOf(event)))}>
        <LimitFields usesMax={usesMax} until={lastDayOf(validUntil)} />
        <button type="submit" className="main" disabled={isPending}>
          {actions.save}
        </button>
        {isDone && <span role="status">{words.done}</span>}
      </form>
      {dialog}
    </section>
  );
};
