import { useTexts } from '../texts/texts.tsx';

/** A way to pay, as a person calls it. */
export const Method = ({ of: method }: { readonly of: string }) => {
  const { chargeFilters, kinds } = useTexts();
  const names: Readonly<Record<string, string>> = { ...kinds, ...chargeFilters };
  return <>{names[method] ?? method}</>;
};
