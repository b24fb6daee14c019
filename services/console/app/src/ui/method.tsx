import { useTexts } from '../texts/texts.tsx';

/** A way to pay, as a person calls it. */
export const Method = ({ of: method }: { readonly of: string }) => <>{useMethodName()(method)}</>;

/** The same where a text is needed. */
export const useMethodName = () => {
  const { chargeFilters, kinds } = useTexts();
  const names: Readonly<Record<string, string>> = { ...kinds, ...chargeFilters };
  return (method: string): string => names[method] ?? method;
};
