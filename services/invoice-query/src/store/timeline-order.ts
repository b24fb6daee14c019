import { type EventType } from '@repasse/contracts';
import { type TimelineEntry } from './timeline-entry';

/** Events that lead to another one, and the fields that tell which of them it was. */
interface Cause {
  readonly type: EventType;
  readonly same: readonly string[];
}

const causes: Readonly<Partial<Record<EventType, Cause>>> = {
  'repasse.payment.requested.v1': { type: 'repasse.charge.created.v1', same: ['chargeId'] },
  'repasse.attempt.offered.v1': { type: 'repasse.payment.offered.v1', same: ['paymentId'] },
  'repasse.attempt.failed.v1': { type: 'repasse.payment.failed.v1', same: ['paymentId'] },
  'repasse.attempt.expired.v1': { type: 'repasse.payment.expired.v1', same: ['paymentId'] },
  'repasse.charge.paid.v1': { type: 'repasse.payment.received.v1', same: ['paymentId'] },
  'repasse.charge.surplus_received.v1': {
    type: 'repasse.payment.received.v1',
    same: ['paymentId', 'providerReference'],
  },
  'repasse.charge.refunded.v1': { type: 'repasse.refund.settled.v1', same: ['refundId'] },
  'repasse.charge.surplus_refunded.v1': { type: 'repasse.refund.settled.v1', same: ['refundId'] },
  'repasse.split.settled.v1': { type: 'repasse.charge.paid.v1', same: ['paymentId'] },
  'repasse.split.reversed.v1': { type: 'repasse.charge.refunded.v1', same: ['refundId'] },
  'repasse.payout.requested.v1': { type: 'repasse.withdrawal.requested.v1', same: ['withdrawalId'] },
  'repasse.withdrawal.paid.v1': { type: 'repasse.payout.settled.v1', same: ['withdrawalId'] },
  'repasse.withdrawal.failed.v1': { type: 'repasse.payout.failed.v1', same: ['withdrawalId'] },
};

/** An entry, the moment at which it is shown, and by how many others it was led to. */
interface Placed {
  readonly entry: TimelineEntry;
  readonly at: string;
  readonly depth: number;
}

/**
 * Entries in the order in which they happened, up to `until`. Some events know only the provider's time, and services'
 * clocks differ: an entry is therefore shown no earlier than the one before it in its own stream, and than the one it
 * follows from.
 */
export const inOrder = (entries: readonly TimelineEntry[], until: string | undefined): TimelineEntry[] => {
  const causesOf = createCauses(entries);
  const placed = new Map<TimelineEntry, Placed>();
  const place = (entry: TimelineEntry): Placed => {
    const known = placed.get(entry);
    if (known !== undefined) return known;
    // Stands here while its causes are looked for, so that a circle, which no event should make, ends.
    placed.set(entry, { entry, at: entry.at, depth: 0 });
    const before = causesOf(entry).map(place);
    const at = before.reduce((latest, cause) => (cause.at > latest ? cause.at : latest), entry.at);
    const depth = before.reduce((most, cause) => Math.max(most, cause.at === at ? cause.depth + 1 : 0), 0);
    const result = { entry, at, depth };
    placed.set(entry, result);
    return result;
  };
  return entries
    .map(place)
    .filter(({ at }) => until === undefined || Date.parse(at) <= Date.parse(until))
    .sort(byPlace)
    .map(({ entry }) => entry);
};

/** The entry before it in its stream, and the first of those that may have led to it. */
const createCauses = (entries: readonly TimelineEntry[]): ((entry: TimelineEntry) => readonly TimelineEntry[]) => {
  const inStreams = [...entries].sort((one, other) => one.position - other.position);
  const previous = new Map<TimelineEntry, TimelineEntry>();
  const last = new Map<string, TimelineEntry>();
  const first = new Map<string, TimelineEntry>();
  for (const entry of inStreams) {
    const stream = streamOf(entry);
    const before = last.get(stream);
    if (before !== undefined) previous.set(entry, before);
    last.set(stream, entry);
    for (const name of namesOf(entry)) if (!first.has(name)) first.set(name, entry);
  }
  return (entry) => {
    const cause = causes[entry.type];
    const led = cause && first.get(nameOf(cause, entry));
    return [previous.get(entry), led].filter((each) => each !== undefined);
  };
};

/** By every set of fields that a consequence may ask for. */
const namesOf = (entry: TimelineEntry): string[] =>
  Object.values(causes)
    .filter(({ type }) => type === entry.type)
    .map((cause) => nameOf(cause, entry));

const nameOf = ({ type, same }: Cause, { details }: TimelineEntry): string =>
  [type, ...same.map((field) => String(Reflect.get(details, field)))].join(' ');

/** The stream in which positions count: a delivery's, withdrawal's, payment's or charge's, by the service that wrote it. */
const streamOf = ({ source, details }: TimelineEntry): string => {
  const ids: Readonly<Record<string, unknown>> = { ...details };
  const ofCharge = source === 'repasse/charge' || source === 'repasse/split-settlement';
  const id = ids['deliveryId'] ?? ids['withdrawalId'] ?? (ofCharge ? ids['chargeId'] : ids['paymentId']);
  return `${source} ${String(id)}`;
};

const byPlace = (one: Placed, other: Placed): number =>
  compare(one.at, other.at) ||
  one.depth - other.depth ||
  compare(one.entry.source, other.entry.source) ||
  one.entry.position - other.entry.position ||
  compare(one.entry.eventId, other.entry.eventId);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
