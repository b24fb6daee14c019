import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { screenOf } from '../../session/about-merchant.ts';
import { useApi, useSession } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { viewTexts } from '../../texts/views.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { type Search } from '../use-filters.ts';
import { keptFilters } from './kept-filters.ts';
import { SaveView } from './save-view.tsx';
import { ViewRow } from './view-row.tsx';

type View = components['schemas']['View'];

interface Props {
  readonly filters: Search;
}

/** Filters under a name, beside those of a list. Choosing one is another address, where filters live and nowhere else. */
export const SavedViews = ({ filters }: Props) => {
  const { portal } = useSession();
  // Nobody signed in behind a portal link, so there is nobody to keep them for.
  return portal ? null : <ViewsOfScreen filters={filters} />;
};

const useViews = (screen: string) => {
  const api = useApi();
  const { userId } = useSession();
  const { data, error } = useQuery({
    queryKey: ['views', userId],
    queryFn: ({ signal }) => api<{ readonly data: readonly View[] }>('/views', { signal }),
    staleTime: 60_000,
  });
  return { views: data?.data.filter((view) => view.screen === screen) ?? [], error };
};

const ViewsOfScreen = ({ filters }: Props) => {
  const { locale } = useTexts();
  const texts = viewTexts[locale];
  const screen = useLocation({ select: ({ pathname }) => screenOf(pathname) });
  const { views, error } = useViews(screen);
  const menu = useRef<HTMLDetailsElement>(null);
  const kept = keptFilters(filters);
  const isFiltered = Object.keys(kept).length > 0;
  const close = () => {
    if (menu.current === null) return;
    menu.current.open = false;
    focusOn(menu.current);
  };
  return (
    <div className="views">
      <ProblemNotice fault={error} />
      <details ref={menu}>
        <summary>
          {texts.menu} ({views.length})
        </summary>
        {views.length === 0 && <p className="soft">{isFiltered ? texts.noneNow : texts.none}</p>}
        <ul>
          {views.map((view) => (
            <ViewRow key={view.viewId} view={view} onChosen={close} onDeleted={() => focusOn(menu.current)} />
          ))}
        </ul>
      </details>
      {isFiltered && <SaveView screen={screen} filters={kept} />}
    </div>
  );
};

/** What was pressed may be gone; who uses the keyboard goes on at the menu. */
const focusOn = (menu: HTMLElement | null): void => menu?.querySelector('summary')?.focus();
