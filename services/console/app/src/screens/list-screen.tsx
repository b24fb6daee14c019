import { type ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Choice } from '../ui/choice.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Filters } from '../ui/filters.tsx';
import { Heading } from '../ui/heading.tsx';
import { CsvLink } from '../ui/links.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { type Search } from './use-filters.ts';
import { useList } from './use-list.ts';
import { SavedViews } from './views/saved-views.tsx';

interface Props<Row> {
  readonly title: string;
  /** Under which its rows are kept and, after a change, read anew. */
  readonly name: string;
  readonly path: string;
  readonly choice?: {
    readonly name: string;
    readonly label: string;
    readonly values: readonly string[];
    readonly isLowerCase?: boolean;
    readonly names?: Readonly<Record<string, string>>;
  };
  /** Filters beside the choice. */
  readonly further?: (filters: Search) => ReactNode;
  /** What is asked for by what the address has; the same, unless told otherwise. */
  readonly queryOf?: (filters: Search) => Search;
  /** Of the file; true where it is the list in another form. */
  readonly csv?: string | true;
  /** Above the filters. */
  readonly before?: ReactNode;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Ways to make one more, above the list. */
  readonly actions?: ReactNode;
  /** Told where there is nothing without any filter. */
  readonly empty?: string;
}

/** A list with its filters, a file of it, and the way to its next page. */
export const ListScreen = <Row,>({
  title,
  name,
  path,
  choice,
  further,
  csv,
  queryOf,
  before,
  actions,
  ...table
}: Props<Row>) => {
  const { words } = useTexts();
  const { rows, error, filters, isFiltered, query, next, filter, turn } = useList<Row>(name, path, queryOf);
  return (
    <>
      <Heading text={title} />
      {before}
      {actions}
      {(choice ?? further) !== undefined && (
        <>
          <Filters key={JSON.stringify(filters)} isFiltered={isFiltered} onSubmit={filter}>
            {choice !== undefined && <Choice {...choice} chosen={filters[choice.name]} />}
            {further?.(filters)}
          </Filters>
          <SavedViews filters={filters} />
        </>
      )}
      {csv !== undefined && (
        <p>
          <CsvLink path={csv === true ? path : csv} filters={query} isPaged={csv === true} />
        </p>
      )}
      <ProblemNotice fault={error} />
      <DataTable
        caption={title}
        rows={rows ?? (error === null ? undefined : [])}
        columns={table.columns}
        keyOf={table.keyOf}
        empty={isFiltered ? words.empty : table.empty}
      />
      <Pager next={next} onNext={turn} />
    </>
  );
};
