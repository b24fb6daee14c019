import { useEffect, useRef } from 'react';
import { useSession } from '../session/session.tsx';

/** The heading of a screen. It names the tab too, and a reader of screens who came here by a link begins at it. */
export const Heading = ({ text }: { readonly text: string }) => {
  const { brand } = useSession();
  const product = brand?.displayName ?? 'Repasse';
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${text} · ${product}`;
    element.current?.focus({ preventScroll: true });
  }, [text, product]);
  return (
    <h1 ref={element} tabIndex={-1}>
      {text}
    </h1>
  );
};
