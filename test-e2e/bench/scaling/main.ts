import { UsageError } from '../options';
import { asMarkdown, asText } from '../report/format';
import { readResult } from '../report/result';
import { readFigures } from './figures';
import { figuresOf } from './from-bench';
import { parseScalingOptions, usage, type ScalingOptions } from './options';
import { planTables, wallsTable } from './report';

const wallsShown = 12;

/** Runs the command; answers what it prints, and its exit code. */
export const main = (args: readonly string[]): { readonly text: string; readonly exitCode: number } => {
  try {
    const options = parseScalingOptions(args);
    return { text: options === undefined ? usage : answer(options), exitCode: 0 };
  } catch (error) {
    if (error instanceof UsageError) return { text: `${error.message}\n\n${usage}`, exitCode: 2 };
    throw error;
  }
};

const answer = ({ benchFile, figuresFile, layout, isMarkdown, ...rate }: ScalingOptions): string => {
  if (benchFile !== undefined) return JSON.stringify(figuresOf(readResult(benchFile)), null, 2);
  const figures = readFigures(figuresFile);
  const tables = [wallsTable(figures, layout, wallsShown), ...planTables(figures, layout, rate)];
  return tables.map(isMarkdown ? asMarkdown : asText).join('\n\n');
};
