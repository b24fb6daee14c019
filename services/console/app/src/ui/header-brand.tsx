import { useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { useBrandStyle } from './use-brand-style.ts';

/** Whose window it is: a seller sees their merchant, or nobody's name where they sell at several; everybody else sees ours. */
export const HeaderBrand = () => {
  const { role, brand } = useSession();
  const { selling } = useTexts();
  useBrandStyle(brand?.brandColor);
  if (brand === null) return <span className="product">{role === 'SELLER' ? selling.window : 'Repasse'}</span>;
  return (
    <span className="product merchant">
      {brand.logoPath !== null && <img src={brand.logoPath} alt="" height={32} />}
      <span>{brand.displayName}</span>
    </span>
  );
};
