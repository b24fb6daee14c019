/** A request as an operation makes it, before it is sent. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the ids in their places. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Sent as JSON, unless `contentType` says otherwise. */
  readonly body?: unknown;
  readonly contentType?: string | undefined;
  /** A repeat would do something twice, so the request takes an Idempotency-Key. */
  readonly takesKey: boolean;
  /** Which of the answers of an operation is wanted; JSON without it. */
  readonly accept?: string | undefined;
}

/** `/charge/{chargeId}` with its ids, whatever characters they have. */
export const pathWith = (template: string, ids: Readonly<Record<string, string | number>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    // An empty id would be another address.
    if (id === undefined || id === '') throw new TypeError(`${name} is missing.`);
    return encodeURIComponent(id);
  });

/** `?limit=10`; a list is written with commas, and what is undefined or null is left out. */
export const queryOf = (query: object = {}): string => {
  const pairs = Object.entries(query as Record<string, Value>).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
};

type Value = string | number | boolean | readonly string[] | null | undefined;
