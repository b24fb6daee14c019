/** An answer that is no success, with what the API says about it (RFC 9457). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly errors: readonly { readonly field: string; readonly message: string }[] = [],
    readonly requestId?: string,
    /** The most that is allowed, where the refusal is about an amount. */
    readonly allowed?: string,
    /** Of a file: rows that contradict what is known, and how. */
    readonly lines?: readonly { readonly line: number; readonly code: string }[],
  ) {
    super(`${code}: ${detail}`);
  }
}

export const problemOf = async (answer: Response): Promise<Problem> => {
  const told = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  const { code = 'server.unavailable', detail = '', errors = [], requestId, allowed, lines } = told;
  return new Problem(answer.status, code, detail, errors, requestId, allowed, lines);
};
