import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { formatMinor, sumMinor } from '@repasse/values/money';
import { type ExplainedTexts } from '../../texts/explained.ts';

type Settlement = components['schemas']['Settlement'];
type Share = Settlement['shares'][number];
type Part = components['schemas']['SharePart'];
type Fee = Settlement['fees'][number];

/** How the reader's language writes amounts and percentages. */
export interface Wording {
  readonly texts: ExplainedTexts;
  readonly money: (amount: string) => string;
  readonly percent: (percent: number) => string;
}

export const explainShare = (share: Share, wording: Wording): string =>
  (share.isOwner ? ownersSentences(share, wording) : recipientsSentences(share, wording)).join(' ');

const ownersSentences = ({ reserve, calculation: { parts } }: Share, { texts, money }: Wording): readonly string[] => {
  const held = sumOf(parts.filter(({ isHeld }) => isHeld));
  const unresolved = sumOf(parts.filter(({ isUnresolved, isHeld }) => isUnresolved && !isHeld));
  return [
    texts.ownersShare,
    ...(reserve === none ? [] : [texts.ofItReserve(money(reserve))]),
    ...(held === none ? [] : [texts.ofItHeld(money(held))]),
    ...(unresolved === none ? [] : [texts.ofItUnresolved(money(unresolved))]),
  ];
};

const none = '0.00';

const sumOf = (parts: readonly Part[]): string =>
  formatMinor(sumMinor(parts.map(({ amount }) => Number(amount.replace('.', '')))));

const recipientsSentences = ({ reducedBy, calculation: { parts } }: Share, wording: Wording): readonly string[] => [
  wording.texts.bySplit(parts.map((part) => ruleText(part, wording))),
  ...(reducedBy === none ? [] : [wording.texts.reduced(wording.money(reducedBy))]),
];

const ruleText = ({ kind, percent, base, asked, amount }: Part, { texts, ...as }: Wording): string => {
  if (kind === 'REMAINDER') return texts.remainderRule;
  if (kind === 'FIXED' || percent === null || base === null) return as.money(asked ?? amount);
  return texts.percentRule(as.percent(percent), as.money(base));
};

export const explainFee = ({ percent, fixed, limitedBy, calculation }: Fee, { texts, ...as }: Wording): string => {
  const by = [as.percent(percent), as.money(calculation.base)] as const;
  const computed = texts.fee(...by, fixed === none ? undefined : as.money(fixed));
  return limitedBy === null ? computed : `${computed} ${texts.limits[limitedBy] ?? limitedBy}`;
};
