import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi } from '../../session/session.tsx';
import { paymentLinkTexts } from '../../texts/payment-links.ts';
import { useTexts } from '../../texts/texts.tsx';
import { textsOf } from '../../ui/form.ts';
import { sameUser } from '../../ui/links.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { linkOf } from './link-form.ts';
import { LinkFields } from './link-fields.tsx';

type PaymentLink = components['schemas']['PaymentLink'];

/** Leads to the screen of the new link, where its address is to be copied. */
export const NewLink = () => {
  const api = useApi();
  const navigate = useNavigate();
  const { locale, actions } = useTexts();
  const texts = paymentLinkTexts[locale];
  const [isOpen, setOpen] = useState(false);
  const { run, isPending, fault, dialog } = useChange<PaymentLink, object>({
    change: (body, idempotencyKey) => api('/payment-links', { method: 'POST', idempotencyKey, body }),
    stale: ['payment-links'],
    onDone: ({ id: linkId }) => {
      void navigate({ to: '/payment-links/$linkId', params: { linkId }, search: sameUser });
    },
  });
  if (!isOpen)
    return (
      <p>
        <button type="button" className="main" onClick={() => setOpen(true)}>
          {texts.make}
        </button>
      </p>
    );
  return (
    <>
      <ProblemNotice fault={fault} />
      <form className="card form" onSubmit={(event) => run(linkOf(textsOf(event)))}>
        <LinkFields />
        <div className="actions">
          <button type="submit" className="main" disabled={isPending}>
            {texts.make}
          </button>
          <button type="button" onClick={() => setOpen(false)}>
            {actions.cancel}
          </button>
        </div>
      </form>
      {dialog}
    </>
  );
};
