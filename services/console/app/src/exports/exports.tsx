import { createContext, use, useRef, useState, type ReactNode } from 'react';
import { readFile } from '../api/call.ts';
import { useTexts } from '../texts/texts.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { collect } from './collect.ts';
import { save } from './save.ts';

interface Asked {
  /** With the filters; a cursor is added for each further page. */
  readonly url: string;
}

interface Export extends Asked {
  readonly id: number;
  readonly rows: number;
  readonly state: 'RUNNING' | 'DONE' | 'FAILED';
  readonly name: string | null;
  readonly fault: Error | null;
}

const ExportsContext = createContext<(asked: Asked) => void>(() => undefined);

/** Begins an export, which goes on while its screen is left. */
export const useStartExport = (): ((asked: Asked) => void) => use(ExportsContext);

/** Exports of this tab: how far each is, ended by a word, and what is to be said of one that failed. */
export const Exports = ({ children }: { readonly children: ReactNode }) => {
  const [list, setList] = useState<readonly Export[]>([]);
  const next = useRef(0);
  const running = useRef(new Map<number, AbortController>());
  const change = (id: number, changes: Partial<Export>) =>
    setList((all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  const drop = (id: number) => {
    running.current.get(id)?.abort();
    running.current.delete(id);
    setList((all) => all.filter((each) => each.id !== id));
  };
  const start = ({ url }: Asked) => {
    const id = ++next.current;
    const stopping = new AbortController();
    running.current.set(id, stopping);
    setList((all) => [...all, { id, url, rows: 0, state: 'RUNNING', name: null, fault: null }]);
    collect({
      read: (cursor) => readFile(cursor === undefined ? url : withCursor(url, cursor), stopping.signal),
      onRows: (rows) => change(id, { rows }),
    }).then(
      (file) => {
        if (stopping.signal.aborted) return;
        save(file);
        change(id, { state: 'DONE', name: file.name });
      },
      (fault: unknown) => {
        if (!stopping.signal.aborted) change(id, { state: 'FAILED', fault: fault as Error });
      },
    );
  };
  return (
    <ExportsContext value={start}>
      {children}
      {list.length > 0 && <List exports={list} onDrop={drop} onAgain={start} />}
    </ExportsContext>
  );
};

const withCursor = (url: string, cursor: string): string => `${url}&cursor=${encodeURIComponent(cursor)}`;

interface ListProps {
  readonly exports: readonly Export[];
  readonly onDrop: (id: number) => void;
  readonly onAgain: (asked: Asked) => void;
}

const List = ({ exports, onDrop, onAgain }: ListProps) => {
  const { words, actions, locale } = useTexts();
  const rowsOf = (rows: number): string => `${new Intl.NumberFormat(locale).format(rows)} ${words.rows}`;
  return (
    <aside className="exports" aria-label={words.exports}>
      {exports.map(({ id, url, rows, state, name, fault }) => (
        <div key={id} className="card">
          <p role="status">
            {state === 'RUNNING' && `${words.exporting} ${rowsOf(rows)}`}
            {state === 'DONE' && `${name ?? ''}: ${rowsOf(rows)}. ${words.done}`}
            {state === 'FAILED' && words.exportFailed}
          </p>
          <ProblemNotice fault={fault} />
          <p className="actions">
            {state === 'FAILED' && (
              <button
                type="button"
                onClick={() => {
                  onDrop(id);
                  onAgain({ url });
                }}
              >
                {actions.retry}
              </button>
            )}
            <button type="button" onClick={() => onDrop(id)}>
              {state === 'RUNNING' ? actions.cancel : actions.close}
            </button>
          </p>
        </div>
      ))}
    </aside>
  );
};
