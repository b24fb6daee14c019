import { useState } from 'react';
import { useTexts } from '../texts/texts.tsx';

/** A text that is shown once, to be copied. */
export const Copy = ({ text }: { readonly text: string }) => {
  const { actions, words } = useTexts();
  const [isCopied, setCopied] = useState(false);
  return (
    <p>
      <code>{text}</code>{' '}
      <button
        type="button"
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => undefined,
          );
        }}
      >
        {isCopied ? words.done : actions.copy}
      </button>
    </p>
  );
};

/** A secret that no other answer has again. */
export const SecretOnce = ({ secret }: { readonly secret: string }) => {
  const { words } = useTexts();
  return (
    <div className="notice good" role="status">
      <p>{words.secretOnce}</p>
      <Copy text={secret} />
    </div>
  );
};
