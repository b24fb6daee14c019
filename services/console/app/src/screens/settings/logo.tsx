import { useState } from 'react';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

interface Props {
  readonly hasLogo: boolean;
  /** With the picture as an address that a page may show. */
  readonly onChoose: (picture: string | undefined) => void;
}

/** The picture is seen before it is sent. */
export const Logo = ({ hasLogo, onChoose }: Props) => {
  const api = useApi();
  const { fields, actions, words } = useTexts();
  const [file, setFile] = useState<File>();
  const { run, isPending, fault, dialog } = useChange<unknown, File>({
    change: (body) => api('/profile/logo', { method: 'PUT', body }),
    stale: ['profile'],
  });
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    if (chosen === undefined) onChoose(undefined);
    else show(chosen, onChoose);
  };
  return (
    <>
      <ProblemNotice fault={fault} />
      <div className="filters after">
        <label>
          {fields.logo} ({words.logoLimits})
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={({ target }) => choose(target.files?.[0])}
          />
        </label>
        <button
          type="button"
          className="main"
          disabled={file === undefined || isPending}
          onClick={() => file !== undefined && run(file)}
        >
          {actions.useLogo}
        </button>
        {hasLogo && (
          <ActionButton
            text={actions.removeLogo}
            change={() => api('/profile/logo', { method: 'DELETE' })}
            stale={['profile']}
          />
        )}
      </div>
      {dialog}
    </>
  );
};

/** As text in the address, the one form in which a page of ours may show a picture that is not ours yet. */
const show = (file: File, onRead: (picture: string) => void): void => {
  const reader = new FileReader();
  reader.addEventListener('load', () => {
    if (typeof reader.result === 'string') onRead(reader.result);
  });
  reader.readAsDataURL(file);
};
