/** What the API answered, as it is. It scrolls by itself on a phone. */
export const Json = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <pre className="scroll json" role="region" aria-label={label} tabIndex={0}>
    {JSON.stringify(value, null, 2)}
  </pre>
);
