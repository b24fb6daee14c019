import { useTexts } from '../texts/texts.tsx';

const good = new Set([
  ...['PAID', 'SUCCEEDED', 'WON', 'DELIVERED', 'DONE', 'ACCEPTED'],
  ...['ACTIVE', 'ENABLED', 'VERIFIED', 'DECIDED'],
]);
const bad = new Set(['FAILED', 'LOST', 'EXHAUSTED', 'REFUSED', 'REVOKED', 'SUSPENDED']);
const waiting = new Set([
  ...['HELD', 'OPEN', 'AWAITING_RELEASE', 'PROCESSING', 'REFUNDING', 'STARTED'],
  ...['RUNNING', 'WAITING_FOR_FUNDS'],
]);

interface Props {
  readonly of: string;
  readonly reason?: string | null | undefined;
  /** Where a status is called otherwise than elsewhere. */
  readonly names?: Readonly<Record<string, string>>;
}

/** In words; the colour says the same once more. */
export const Status = ({ of: status, reason, names }: Props) => {
  const { statuses, reasons } = useTexts();
  return (
    <span className={`status ${toneOf(status)}`}>
      {(names ?? statuses)[status] ?? status}
      {reasonText(reason, reasons)}
    </span>
  );
};

const reasonText = (reason: string | null | undefined, reasons: Readonly<Record<string, string>>): string =>
  reason === undefined || reason === null ? '' : ` · ${reasons[reason] ?? reason}`;

const toneOf = (status: string): string => {
  if (good.has(status)) return 'good';
  if (bad.has(status)) return 'bad';
  return waiting.has(status) ? 'wait' : '';
};
