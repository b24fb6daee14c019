import { type Exchange, type Relay } from './relay';

/** One thing that is tried, and what it has to come to. */
export interface Step {
  readonly what: string;
  /** What came of it, in a word. */
  readonly run: () => Promise<string>;
  /** The word it has to be; any will do when it is not said. */
  readonly comesTo?: string;
}

export interface Tally {
  questions: number;
  faults: number;
}

export type Judge = (exchange: Exchange) => readonly string[];

/** Runs the steps one after the other and prints a line for every question that was asked on the way. */
export const runSteps = async (
  steps: readonly Step[],
  relay: Pick<Relay, 'take'>,
  judge: Judge,
  print: (line: string) => void,
): Promise<Tally> => {
  const tally: Tally = { questions: 0, faults: 0 };
  const blame = (faults: readonly string[]): void => {
    tally.faults += faults.length;
    faults.forEach((fault) => print(`       ! ${fault}`));
  };
  for (const { what, run, comesTo } of steps) {
    const came = await run();
    print(`\n  ${what}${comesTo === undefined ? '' : `: ${came}`}`);
    blame(comesTo === undefined || came === comesTo ? [] : [`this should have come to ${comesTo}`]);
    const exchanges = relay.take();
    blame(exchanges.length === 0 ? ['nothing was asked'] : []);
    for (const { line, faults, times } of summed(exchanges, judge)) {
      tally.questions++;
      print(`    ${faults.length === 0 ? 'ok' : 'NO'} ${line}${times === 1 ? '' : ` (${times} times)`}`);
      blame(faults);
    }
  }
  return tally;
};

interface Line {
  readonly line: string;
  readonly faults: readonly string[];
  times: number;
}

/** What is asked again and again until something has happened is one line as long as the answer is no worse. */
const summed = (exchanges: readonly Exchange[], judge: Judge): readonly Line[] => {
  const lines: Line[] = [];
  for (const each of exchanges) {
    const [line, faults] = [`${each.status} ${each.method} ${each.path}`, judge(each)];
    const last = lines.at(-1);
    if (last?.line === line && String(last.faults) === String(faults)) last.times++;
    else lines.push({ line, faults, times: 1 });
  }
  return lines;
};

/** Prism has only the document's own examples to answer with, so only the questions count. */
export const questionsCount: Judge = ({ questionFaults, status }) => [
  ...questionFaults,
  ...(questionFaults.length === 0 && status >= 400 ? [`answered ${status}`] : []),
];

/** A real answer has to be as the document says, whatever its status. */
export const allCounts: Judge = ({ questionFaults, answerFaults }) => [...questionFaults, ...answerFaults];
