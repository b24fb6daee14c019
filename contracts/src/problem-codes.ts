import { readGenerated } from './package-root';

export interface ProblemCode {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
}

const listed = readGenerated('errors.json') as ProblemCode[];

/** Every code a problem may carry. */
export const problemCodes: Readonly<Record<string, ProblemCode>> = Object.fromEntries(
  listed.map((entry) => [entry.code, entry]),
);

export const problemCode = (code: string): ProblemCode => {
  const entry = problemCodes[code];
  if (entry === undefined) throw new Error(`Problem code ${code} is not listed in contracts/errors.yaml.`);
  return entry;
};
