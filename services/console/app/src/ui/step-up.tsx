import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { callConsole } from '../api/call.ts';
import { Problem } from '../api/problem.ts';
import { askForPasskey } from '../passkeys/ceremony.ts';
import { useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { keyFor, leavesOpen, type SentChange } from './unsettled-key.ts';

interface Change<Answer, Input> {
  readonly change: (input: Input, idempotencyKey: string) => Promise<Answer>;
  readonly onDone?: (answer: Answer) => void;
  /** What is read anew afterwards. */
  readonly stale: readonly string[];
}

/**
 * A change of something. Where it needs a proof of who they are, a dialog asks for a passkey or a code and the change goes on under
 * the same Idempotency-Key, and so does a repeat after an answer that was lost: it is done once however often it is sent.
 */
export const useChange = <Answer, Input = undefined>({ change, onDone, stale }: Change<Answer, Input>) => {
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<{ readonly input: Input; readonly key: string }>();
  const unsettled = useRef<SentChange>(undefined);
  const readAnew = () => Promise.all(stale.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const mutation = useMutation({
    mutationFn: ({ input, key }: { readonly input: Input; readonly key: string }) => change(input, key),
    onSuccess: async (answer) => {
      unsettled.current = undefined;
      await readAnew();
      onDone?.(answer);
    },
    onError: (fault, asked) => {
      if (fault instanceof Problem && fault.code === 'auth.step_up_required') setWaiting(asked);
      if (!leavesOpen(fault)) unsettled.current = undefined;
    },
  });
  const run = (input: Input) => {
    const key = keyFor(unsettled.current, input, () => crypto.randomUUID());
    unsettled.current = { input, key };
    mutation.mutate({ input, key });
  };
  const isStepUp = waiting !== undefined;
  return {
    run,
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

interface DialogProps {
  readonly onProven: () => void;
  readonly onClose: () => void;
}

const StepUpDialog = ({ onProven, onClose }: DialogProps) => {
  const { words, screens } = useTexts();
  const { hasSecondFactor, hasPasskey } = useSession();
  return (
    <Dialog title={words.stepUpTitle} onClose={onClose}>
      {hasPasskey && <ProveByPasskey onProven={onProven} />}
      {hasSecondFactor && <ProveByCode onProven={onProven} />}
      {!hasSecondFactor && !hasPasskey && (
        <>
          <p>{words.stepUpEnrol}</p>
          <Link to="/security" className="button">
            {screens.security}
          </Link>
        </>
      )}
    </Dialog>
  );
};

const ProveByPasskey = ({ onProven }: Pick<DialogProps, 'onProven'>) => {
  const { actions } = useTexts();
  const prove = useMutation({
    mutationFn: async () => {
      const credential = await askForPasskey(await callConsole('/session/passkey/options', { method: 'POST' }));
      await callConsole('/session/passkey', { method: 'POST', body: { credential } });
    },
    onSuccess: onProven,
  });
  return (
    <>
      <ProblemNotice fault={prove.error} />
      <p>
        <button type="button" className="main" disabled={prove.isPending} onClick={() => prove.mutate()}>
          {actions.usePasskey}
        </button>
      </p>
    </>
  );
};

const ProveByCode = ({ onProven }: Pick<DialogProps, 'onProven'>) => {
  const { words, fields, actions } = useTexts();
  const prove = useMutation({
    mutationFn: (code: string) => callConsole('/session/second-factor', { method: 'POST', body: { code } }),
    onSuccess: onProven,
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    if (typeof code === 'string') prove.mutate(code.trim());
  };
  return (
    <>
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
    </>
  );
};
