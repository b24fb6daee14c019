import { type ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';

export interface Column<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Sentences. */
  readonly isProse?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  readonly empty?: ReactNode;
}

/** A table that scrolls by itself on a phone. The page keeps its width. */
export const DataTable = <Row,>({ caption, columns, rows, keyOf, empty }: Props<Row>) => {
  const { words } = useTexts();
  if (rows === undefined) return <p className="skeleton" aria-busy="true" />;
  if (rows.length === 0) return <p className="card empty">{empty ?? words.nothing}</p>;
  return (
    // A region that scrolls has to be reachable by the keyboard.
    <div className="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, ...form }) => (
              <th key={title} scope="col" className={classOf(form)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, ...form }) => (
                <td key={title} className={classOf(form)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const classOf = ({ isNumber, isProse }: Pick<Column<never>, 'isNumber' | 'isProse'>): string | undefined => {
  if (isNumber === true) return 'number';
  return isProse === true ? 'prose' : undefined;
};
