const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How far a moment is, in the unit in which a person would say it: "in 3 days", "2 hours ago". Never sooner than it is. */
export const timeLeft = (at: string, nowMs: number, locale: string): string => {
  const leftMs = Date.parse(at) - nowMs;
  if (Math.abs(leftMs) < minuteMs) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  const [unit, unitMs] = unitOf(Math.abs(leftMs));
  // Time that is left is cut: who reads "in 2 days" has two days.
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(Math.trunc(leftMs / unitMs), unit);
};

const unitOf = (ms: number): readonly [Intl.RelativeTimeFormatUnit, number] => {
  if (ms >= 2 * dayMs) return ['day', dayMs];
  return ms >= hourMs ? ['hour', hourMs] : ['minute', minuteMs];
};
