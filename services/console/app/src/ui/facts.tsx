import { type ReactNode } from 'react';

/** Names and what is known by them, one below the other. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="card facts">
    {facts.map(([name, value]) => (
      <div key={name} className="fact">
        <dt>{name}</dt>
        <dd>{value ?? '–'}</dd>
      </div>
    ))}
  </dl>
);
