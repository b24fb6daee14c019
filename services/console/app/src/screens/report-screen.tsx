import { type ReactNode } from 'react';
import { Filters } from '../ui/filters.tsx';
import { Heading } from '../ui/heading.tsx';
import { CsvLink } from '../ui/links.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useFilters, type Search } from './use-filters.ts';
import { useOne } from './use-one.ts';

interface Props<Report> {
  readonly title: string;
  /** Under which it is kept. */
  readonly name: string;
  readonly path: string;
  /** Asked for where the address names nothing else. */
  readonly usual: Search;
  readonly fields: (asked: Search) => ReactNode;
  /** The forms it may be loaded in as a file. */
  readonly files?: readonly ('csv' | 'ofx')[];
  readonly children: (report: Report, asked: Search) => ReactNode;
}

/** A report of the API, about what the address names. */
export const ReportScreen = <Report,>({ title, name, path, usual, fields, files = [], children }: Props<Report>) => {
  const { filters, isFiltered, filter } = useFilters();
  const asked = { ...usual, ...filters };
  const { data, error } = useOne<Report>(name, path, asked);
  return (
    <>
      <Heading text={title} />
      <Filters key={JSON.stringify(asked)} isFiltered={isFiltered} onSubmit={filter}>
        {fields(asked)}
      </Filters>
      {files.length > 0 && (
        <p className="files">
          {files.map((format) => (
            <CsvLink key={format} path={path} filters={asked} format={format} />
          ))}
        </p>
      )}
      <ProblemNotice fault={error} />
      {data === undefined ? error === null && <p className="skeleton" aria-busy="true" /> : children(data, asked)}
    </>
  );
};
