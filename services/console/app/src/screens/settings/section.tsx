import { type ReactNode } from 'react';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

interface Props<Answer> {
  readonly title: string;
  readonly about?: string;
  readonly of: { readonly data: Answer | undefined; readonly error: Error | null };
  readonly children: (answer: Answer) => ReactNode;
}

/** A part of the settings, once it is here. */
export const Section = <Answer,>({ title, about, of: { data, error }, children }: Props<Answer>) => (
  <section>
    <h2>{title}</h2>
    {about !== undefined && <p className="soft">{about}</p>}
    <ProblemNotice fault={error} />
    {data === undefined ? error === null && <p className="skeleton" aria-busy="true" /> : children(data)}
  </section>
);
