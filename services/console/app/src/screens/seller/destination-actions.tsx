import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

interface Props {
  readonly destination: components['schemas']['Destination'];
}

export const DestinationActions = ({ destination: { id, userId, label, isDefault } }: Props) => {
  const api = useApi();
  const { actions } = useTexts();
  const path = `/recipients/${String(userId)}/destinations/${id}`;
  const choose = useChange({
    change: (_input: undefined, idempotencyKey) => api(`${path}/default`, { method: 'POST', idempotencyKey }),
    stale: ['destinations'],
  });
  const remove = useChange({
    change: (_input: undefined) => api(path, { method: 'DELETE' }),
    stale: ['destinations'],
  });
  return (
    <>
      <ProblemNotice fault={choose.fault ?? remove.fault} />
      <div className="actions">
        {!isDefault && (
          <button
            type="button"
            aria-label={`${actions.makeDefault}: ${label}`}
            disabled={choose.isPending}
            onClick={() => choose.run(undefined)}
          >
            {actions.makeDefault}
          </button>
        )}
        <button
          type="button"
          className="danger"
          aria-label={`${actions.remove}: ${label}`}
          disabled={remove.isPending}
          onClick={() => remove.run(undefined)}
        >
          {actions.remove}
        </button>
      </div>
      {choose.dialog}
      {remove.dialog}
    </>
  );
};
