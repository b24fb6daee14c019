import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { Problem } from '../api/problem.ts';
import { useApi } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Heading } from '../ui/heading.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useChange } from '../ui/step-up.tsx';
import { faultText } from './import-sellers/fault-text.ts';
import { countOfRows, rowsOfProblem, rowsOfResult, type RefusedRow } from './import-sellers/refused-rows.ts';

type Result = components['schemas']['RecipientsImport'];

interface Wanted {
  readonly file: File;
  readonly mode: 'all-or-nothing' | 'valid-rows';
}

/** A file is taken as a whole, or its faults are shown first; then the other rows can be taken. */
export const Screen = () => {
  const api = useApi();
  const { selling } = useTexts();
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState<Result>();
  const { run, isPending, fault, dialog } = useChange<Result, Wanted>({
    // Programs of spreadsheets give the file other types, which the API would not read.
    change: ({ file: body, mode }, idempotencyKey) =>
      api('/recipients/import', {
        ...{ method: 'POST', idempotencyKey, query: { mode } },
        body: new Blob([body], { type: 'text/csv' }),
      }),
    stale: ['sellers'],
    onDone: setResult,
  });
  const send = (mode: Wanted['mode']) => {
    setResult(undefined);
    if (file !== undefined) run({ file, mode });
  };
  const refused = isPending || result !== undefined ? [] : faultsIn(fault);
  return (
    <>
      <Heading text={selling.import} />
      <p>{selling.importAbout}</p>
      <div className="filters">
        <label>
          {selling.file}
          <input type="file" accept=".csv,text/csv" onChange={({ target }) => setFile(target.files?.[0])} />
        </label>
        <button
          type="button"
          className="main"
          disabled={file === undefined || isPending}
          onClick={() => send('all-or-nothing')}
        >
          {selling.importNow}
        </button>
      </div>
      {refused.length === 0 ? (
        <ProblemNotice fault={fault} />
      ) : (
        <>
          <p className="notice" role="alert">
            {selling.refusedRows(countOfRows(refused))}
          </p>
          <RowsTable rows={refused} />
          {refused.every(({ row }) => row !== undefined) && (
            <p className="actions">
              <button type="button" onClick={() => send('valid-rows')}>
                {selling.importRest}
              </button>
            </p>
          )}
        </>
      )}
      {result !== undefined && <Outcome result={result} />}
      {dialog}
    </>
  );
};

/** Those of rows and cells; every other refusal is told as on other screens. */
const faultsIn = (fault: Error | null): readonly RefusedRow[] =>
  fault instanceof Problem ? rowsOfProblem(fault.errors, fault.lines) : [];

const Outcome = ({ result }: { readonly result: Result }) => {
  const { selling } = useTexts();
  const rows = rowsOfResult(result.lines);
  return (
    <>
      <p className="notice good" role="status">
        {selling.imported(result.created, result.found, result.refused)}
      </p>
      {rows.length > 0 && <RowsTable rows={rows} />}
    </>
  );
};

const RowsTable = ({ rows }: { readonly rows: readonly RefusedRow[] }) => {
  const texts = useTexts();
  const { selling } = texts;
  return (
    <DataTable
      caption={selling.rows}
      rows={rows}
      keyOf={({ row, column, message }) => `${String(row)} ${column} ${message}`}
      columns={[
        { title: selling.row, isNumber: true, cell: ({ row }) => row ?? '–' },
        { title: selling.column, cell: ({ column }) => (column === '' ? '–' : <code>{column}</code>) },
        { title: selling.fault, cell: (row) => faultText(row, texts) },
      ]}
    />
  );
};
