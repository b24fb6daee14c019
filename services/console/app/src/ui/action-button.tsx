import { ProblemNotice } from './problem-notice.tsx';
import { useChange } from './step-up.tsx';

interface Props<Answer> {
  readonly text: string;
  readonly change: (input: undefined, idempotencyKey: string) => Promise<Answer>;
  readonly stale: readonly string[];
  readonly onDone?: (answer: Answer) => void;
  readonly isDanger?: boolean;
}

/** A change that needs nothing typed. */
export const ActionButton = <Answer,>({ text, isDanger = false, ...how }: Props<Answer>) => {
  const { run, isPending, fault, dialog } = useChange<Answer>(how);
  return (
    <>
      <ProblemNotice fault={fault} />
      <button
        type="button"
        className={isDanger ? 'danger' : undefined}
        disabled={isPending}
        onClick={() => run(undefined)}
      >
        {text}
      </button>
      {dialog}
    </>
  );
};
