import { useState } from 'react';
import { PayDialog } from './pay-dialog.tsx';
import { useSandboxTexts } from './use-sandbox.ts';

interface Props {
  readonly chargeId: string;
  readonly isWaiting: boolean;
  /** Of which charge, where there are several buttons on the screen. */
  readonly label?: string;
}

export const PayButton = ({ chargeId, isWaiting, label }: Props) => {
  const texts = useSandboxTexts();
  const [isOpen, setOpen] = useState(false);
  const text = isWaiting ? texts.payHere : texts.payAgain;
  return (
    <>
      <button
        type="button"
        className={isWaiting ? 'main' : undefined}
        aria-label={label === undefined ? undefined : `${text}: ${label}`}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      {isOpen && <PayDialog chargeId={chargeId} isForced={!isWaiting} onClose={() => setOpen(false)} />}
    </>
  );
};
