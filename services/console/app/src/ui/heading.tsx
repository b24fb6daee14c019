import { useEffect, useRef } from 'react';

/** The heading of a screen. It names the tab too, and a reader of screens who came here by a link begins at it. */
export const Heading = ({ text }: { readonly text: string }) => {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${text} · Repasse`;
    element.current?.focus({ preventScroll: true });
  }, [text]);
  return (
    <h1 ref={element} tabIndex={-1}>
      {text}
    </h1>
  );
};
