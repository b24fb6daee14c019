import { type ReactNode } from 'react';
import { useApi, useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { textsIn, textsOf, type Texts } from '../../ui/form.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

interface Props {
  readonly path: string;
  /** Under which it is kept. */
  readonly name: string;
  /** Whoever has it not reads only. */
  readonly scope: string;
  readonly bodyOf: (texts: Texts) => object;
  /** While it is filled in. */
  readonly onType?: (texts: Texts) => void;
  readonly children: ReactNode;
}

/** All of something, replaced by what the form has. */
export const SettingsForm = ({ path, name, scope, bodyOf, onType, children }: Props) => {
  const api = useApi();
  const { actions, words } = useTexts();
  const mayChange = useMay(scope);
  const { run, isPending, isDone, fault, dialog } = useChange<unknown, object>({
    change: (body) => api(path, { method: 'PUT', body }),
    stale: [name],
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      <form
        className="card form"
        onInput={({ currentTarget }) => onType?.(textsIn(currentTarget))}
        onSubmit={(event) => run(bodyOf(textsOf(event)))}
      >
        <fieldset disabled={!mayChange}>{children}</fieldset>
        {mayChange && (
          <div className="actions">
            <button type="submit" className="main" disabled={isPending}>
              {actions.save}
            </button>
            {isDone && <span role="status">{words.done}</span>}
          </div>
        )}
      </form>
      {dialog}
    </>
  );
};
