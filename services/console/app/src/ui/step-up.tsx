import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { callConsole } from '../api/call.ts';
import { Problem } from '../api/problem.ts';
import { useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface Change<Answer, Input> {
  readonly change: (input: Input, idempotencyKey: string) => Promise<Answer>;
  readonly onDone?: (answer: Answer) => void;
  /** What is read anew afterwards. */
  readonly stale: readonly string[];
}

/**
 * A change of something. Where it needs a second factor, a dialog asks for a code and the change goes on under the same
 * Idempotency-Key, so that it is done once however often it is sent.
 */
export const useChange = <Answer, Input = undefined>({ change, onDone, stale }: Change<Answer, Input>) => {
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<{ readonly input: Input; readonly key: string }>();
  const mutation = useMutation({
    mutationFn: ({ input, key }: { readonly input: Input; readonly key: string }) => change(input, key),
    onSuccess: async (answer) => {
      await Promise.all(stale.map((name) => queries.invalidateQueries({ queryKey: [name] })));
      onDone?.(answer);
    },
    onError: (fault, asked) => {
      if (fault instanceof Problem && fault.code === 'auth.step_up_required') setWaiting(asked);
    },
  });
  const isStepUp = waiting !== undefined;
  return {
    run: (input: Input) => mutation.mutate({ input, key: crypto.randomUUID() }),
    isPending: mutation.isPending,
    isDone: mutation.isSuccess,
    fault: isStepUp ? null : mutation.error,
    dialog: isStepUp && (
      <StepUpDialog
        onProven={() => {
          setWaiting(undefined);
          mutation.mutate(waiting);
        }}
        onClose={() => setWaiting(undefined)}
      />
    ),
  };
};

const StepUpDialog = ({ onProven, onClose }: { readonly onProven: () => void; readonly onClose: () => void }) => {
  const { words, fields, actions, screens } = useTexts();
  const { hasSecondFactor } = useSession();
  const prove = useMutation({
    mutationFn: (code: string) => callConsole('/session/second-factor', { method: 'POST', body: { code } }),
    onSuccess: onProven,
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    if (typeof code === 'string') prove.mutate(code.trim());
  };
  if (!hasSecondFactor)
    return (
      <Dialog title={words.stepUpTitle} onClose={onClose}>
        <p>{words.stepUpEnrol}</p>
        <Link to="/security" className="button">
          {screens.security}
        </Link>
      </Dialog>
    );
  return (
    <Dialog title={words.stepUpTitle} onClose={onClose}>
      <ProblemNotice fault={prove.error} />
      <form onSubmit={submit}>
        <p>{words.stepUpHelp}</p>
        <label>
          {fields.code}
          <input name="code" autoComplete="one-time-code" required minLength={6} maxLength={24} />
        </label>
        <button type="submit" className="main" disabled={prove.isPending}>
          {actions.prove}
        </button>
      </form>
    </Dialog>
  );
};
