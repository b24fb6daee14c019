import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { viewTexts } from '../../texts/views.ts';
import { sameUser } from '../../ui/links.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { keptFilters } from './kept-filters.ts';

type View = components['schemas']['View'];

interface Props {
  readonly view: View;
  readonly onChosen: () => void;
  readonly onDeleted: () => void;
}

export const ViewRow = ({ view, onChosen, onDeleted }: Props) => {
  const { locale } = useTexts();
  const { name, filters, isShared, isOwn, canDelete, personName } = view;
  const texts = viewTexts[locale];
  return (
    <li>
      <Link
        to="."
        search={(before: { m?: number }) => ({ ...keptFilters(filters), ...sameUser(before) })}
        onClick={onChosen}
      >
        {name}
      </Link>
      {isShared && (
        <span className="soft">
          {texts.ofTeam}
          {!isOwn && `, ${texts.by(personName)}`}
        </span>
      )}
      {canDelete && <DeleteView view={view} onDeleted={onDeleted} />}
    </li>
  );
};

const DeleteView = ({ view: { viewId, name }, onDeleted }: Pick<Props, 'view' | 'onDeleted'>) => {
  const api = useApi();
  const { locale } = useTexts();
  const { remove } = viewTexts[locale];
  const { run, isPending, fault } = useChange<unknown>({
    change: () => api(`/views/${viewId}`, { method: 'DELETE' }),
    stale: ['views'],
    onDone: onDeleted,
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      <button
        type="button"
        className="danger"
        aria-label={`${remove} ${name}`}
        disabled={isPending}
        onClick={() => run(undefined)}
      >
        {remove}
      </button>
    </>
  );
};
