import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own dialog: it keeps the focus inside, and Escape closes it. However it ends, the focus goes back. */
export const Dialog = ({ title, onClose, children }: Props) => {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    element.current?.showModal();
    return () => giveFocusBack(opener);
  }, []);
  return (
    <dialog ref={element} onClose={onClose} aria-labelledby="dialog-title">
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
};

/** A dialog that is taken away gives it to nobody; what opened it may be gone, too, and the screen begins at its heading. */
const giveFocusBack = (opener: Element | null): void => {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const place = isThere ? opener : document.querySelector<HTMLElement>('main h1');
  place?.focus({ preventScroll: true });
};
