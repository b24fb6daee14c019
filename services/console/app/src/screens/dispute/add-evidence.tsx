import { useRef, useState } from 'react';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

/** As the API has it: told before a file is sent in vain. */
const fileBytesMax = 1_048_576;

/** One file at a time. */
export const AddEvidence = ({ path }: { readonly path: string }) => {
  const api = useApi();
  const { disputes } = useTexts();
  const [file, setFile] = useState<File>();
  const input = useRef<HTMLInputElement>(null);
  const { run, isPending, fault, dialog } = useChange<unknown, File>({
    change: (body) => api(path, { method: 'POST', query: { fileName: body.name.slice(-120) }, body }),
    stale: ['defence', 'disputes'],
    onDone: () => {
      if (input.current !== null) input.current.value = '';
      setFile(undefined);
    },
  });
  const isTooLarge = file !== undefined && file.size > fileBytesMax;
  return (
    <>
      <ProblemNotice fault={fault} />
      {isTooLarge && (
        <p role="alert" className="notice">
          {disputes.tooLarge}
        </p>
      )}
      <p className="soft" id="evidence-help">
        {disputes.evidenceHelp}
      </p>
      <div className="filters">
        <label>
          {disputes.file}
          <input
            aria-describedby="evidence-help"
            ref={input}
            type="file"
            accept="application/pdf,image/png,image/jpeg,text/plain"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        </label>
        <button
          type="button"
          className="main"
          disabled={file === undefined || isTooLarge || isPending}
          onClick={() => file !== undefined && run(file)}
        >
          {disputes.add}
        </button>
        {isPending && <progress aria-label={disputes.sending} />}
      </div>
      {dialog}
    </>
  );
};
