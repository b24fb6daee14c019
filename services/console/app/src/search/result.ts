/** Where a line of the results leads, and what it says. */
export interface Result {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  readonly text: string;
  readonly status?: string;
  readonly amount?: string;
}
