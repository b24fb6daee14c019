interface Bar {
  readonly label: string;
  /** Only its proportion is drawn. */
  readonly value: number;
}

/** A bar for each day. The table beside it says the same in numbers, so readers of a screen are told nothing twice. */
export const Bars = ({ bars }: { readonly bars: readonly Bar[] }) => {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const width = 100 / Math.max(1, bars.length);
  return (
    <svg className="bars" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
      {bars.map(({ label, value }, at) => (
        <rect
          key={label}
          x={at * width + width * 0.1}
          width={width * 0.8}
          y={40 - (value / highest) * 40}
          height={(value / highest) * 40}
        />
      ))}
    </svg>
  );
};
