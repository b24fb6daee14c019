import { useEffect } from 'react';
import { brandStyleOf } from '@repasse/checkout-kit/both-sides/brand-style';

/**
 * The merchant's colour, for the page or a part of it: by a sheet that our script makes, since the policy of our pages has no
 * style in attributes or elements.
 */
export const useBrandStyle = (brandColor: string | null | undefined, selector?: string): void => {
  useEffect(() => {
    const text = brandStyleOf(brandColor, selector);
    if (text === null) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [brandColor, selector]);
};
