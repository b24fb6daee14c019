import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { textsOf } from '../ui/form.ts';
import { sameUser } from '../ui/links.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { ResultList } from './result-list.tsx';
import { shapeOf } from './shape-of.ts';
import { useResults } from './use-results.ts';
import { useSettled } from './use-settled.ts';

/** One field for everything. Enter leads to the first that was found; Tab goes through all of them. */
export const SearchDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { actions, screens, words } = useTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const shape = shapeOf(useSettled(typed));
  const { isBusy, fault, things, charges, sellers } = useResults(shape);
  const [first] = [...things, ...charges, ...sellers];
  const leadToFirst = () => {
    if (first === undefined) return;
    onClose();
    void navigate({ to: first.to, search: (before: { m?: number }) => ({ ...sameUser(before), ...first.search }) });
  };
  const isNone = shape.kind !== 'nothing' && !isBusy && fault === null && first === undefined;
  return (
    <Dialog title={actions.findAnything} onClose={onClose}>
      <form
        role="search"
        onSubmit={(event) => {
          textsOf(event);
          leadToFirst();
        }}
      >
        <label>
          {words.findHelp}
          <input type="search" autoComplete="off" maxLength={254} onChange={({ target }) => setTyped(target.value)} />
        </label>
      </form>
      <ProblemNotice fault={fault} />
      <div aria-live="polite" aria-busy={isBusy}>
        <ResultList title={words.found} results={things} onLeave={onClose} />
        <ResultList title={screens.charges} results={charges} onLeave={onClose} />
        <ResultList title={words.sellers} results={sellers} onLeave={onClose} />
        {isNone && <p>{words.foundNothing}</p>}
      </div>
    </Dialog>
  );
};
