/** Of a deploy step that shows its plan first. */
export const exitCodes = {
  isDone: 0,
  /** It failed, or something differs that it does not change. */
  isRefused: 1,
  /** There is something to do and --apply was not given: a pipeline that forgets it stops here. */
  isPending: 2,
} as const;

/** Runs a deploy step of the command line. A fault is one line, and an exit code. */
export const runStep = (subject: string, main: (args: readonly string[]) => Promise<number>): void => {
  main(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code;
    },
    (fault: unknown) => {
      const said = fault instanceof Error ? fault.message : String(fault);
      process.stderr.write(`${subject} could not be applied: ${said}\n`);
      process.exitCode = exitCodes.isRefused;
    },
  );
};
