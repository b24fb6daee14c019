import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Copy } from '../../ui/copy.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { When } from '../../ui/when.tsx';

type Issued = components['schemas']['IssuedPortalLink'];

/** The same link that a merchant's back end makes, for a seller who asks at the counter. */
export const PortalLink = ({ userId }: { readonly userId: number }) => {
  const api = useApi();
  const { selling } = useTexts();
  const [issued, setIssued] = useState<Issued>();
  const { run, isPending, fault, dialog } = useChange<Issued>({
    change: (_input, idempotencyKey) => api('/portal-links', { method: 'POST', idempotencyKey, body: { userId } }),
    stale: [],
    onDone: setIssued,
  });
  return (
    <section>
      <h2>{selling.windowOf}</h2>
      <ProblemNotice fault={fault} />
      {issued !== undefined && (
        <div className="notice good" role="status">
          <p>{selling.linkAbout}</p>
          <Copy text={issued.url} />
          <p>
            {selling.linkOpens} <When at={issued.expiresAt} />
          </p>
        </div>
      )}
      <p className="actions">
        <button type="button" disabled={isPending} onClick={() => run(undefined)}>
          {selling.makeLink}
        </button>
      </p>
      {dialog}
    </section>
  );
};
