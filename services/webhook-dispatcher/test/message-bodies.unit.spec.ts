import { createSchemas } from '@repasse/chassis/http/schemas';
import {
  eventCatalogue,
  loadOpenApi,
  parseEvent,
  sourceOf,
  type AnyEvent,
  type CatalogueEntry,
  type OpenApiSchema,
} from '@repasse/contracts';
import { announcedTypes, announcementsOf } from '../src/domain/announcements/all';
import { type Announcement } from '../src/domain/announcements/announcement';
import { chargeSummary } from '../src/domain/announcements/charges';
import { endpointDisabled } from '../src/domain/announcements/endpoints';
import { eventTypes, isTypePattern, matchesType, typesOf } from '../src/domain/event-types';
import { messageBody } from '../src/domain/message-body';

const description = loadOpenApi('webhook-dispatcher');
const { webhooks = {}, components } = description;

/** These are parts of the schemas that name them. */
const parts = ['Event', 'EventPlace'];

/** A schema closed to unnamed fields: a sent field without a description is a fault. */
const closed = (node: unknown, isPart = false): unknown => {
  if (Array.isArray(node)) return node.map((one: unknown) => closed(one));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    key === 'allOf' ? (value as unknown[]).map((one) => closed(one, true)) : closed(value),
  ]);
  const isWhole = ('properties' in node || 'allOf' in node) && !isPart;
  return { ...Object.fromEntries(entries), ...(isWhole && { unevaluatedProperties: false }) };
};

const schemas = createSchemas({
  ...description,
  components: {
    schemas: Object.fromEntries(
      Object.entries(components.schemas ?? {}).map(([name, schema]) => [name, closed(schema, parts.includes(name))]),
    ) as Record<string, OpenApiSchema>,
  },
});

const validatorOf = (type: string) => {
  const schema = webhooks[type]?.post.requestBody.content['application/json']?.schema;
  return schemas.compile(closed(schema) as OpenApiSchema);
};

const summary = chargeSummary({
  ...eventCatalogue.find(({ name }) => name === 'ChargeCreated')!.example,
} as never);

const bodyOf = (announcement: Announcement): Record<string, unknown> =>
  JSON.parse(
    messageBody(
      'msg_01KAJ2FB3N5P7Q9R1S3T5V7W9X',
      announcement,
      { sequence: 2, previousId: null, chargeSequence: announcement.isOwner ? 1 : null },
      { charge: announcement.chargeId === null ? null : summary, attemptAmountMinor: null },
    ),
  ) as Record<string, unknown>;

const exampleOf = (entry: CatalogueEntry): AnyEvent => eventOf(entry, entry.example);

const eventOf = ({ type, service, schema }: CatalogueEntry, data: unknown): AnyEvent =>
  parseEvent({
    ...{ id: 'evt_01KAJ2FB3N5P7Q9R1S3T5V7W9X', source: sourceOf(service), subject: 'ch_1', position: 1 },
    ...{ time: '2026-01-01T00:00:00.000Z', type, dataSchema: schema.$id, data },
  });

/** Every example of the catalogue, and those of payments also without a charge, as payments in coins are. */
const announcements = eventCatalogue
  .flatMap((entry) => [exampleOf(entry), ...withoutCharge(entry)])
  .flatMap(announcementsOf)
  .concat(
    endpointDisabled(
      {
        ...{ endpointId: 'we_1', userId: 1, url: 'https://a.example', description: '' },
        ...{ reason: 'GONE', failingSince: null },
      },
      '2026-01-01T00:00:00.000Z',
    ),
  );

function withoutCharge(entry: CatalogueEntry): readonly AnyEvent[] {
  if (!/^repasse\.(payment|refund|dispute)\./.test(entry.type)) return [];
  return [eventOf(entry, { ...entry.example, chargeId: null, attemptId: null })];
}

describe('the messages to users', () => {
  it.each(announcements.map((announcement) => [announcement.type, announcement] as const))(
    '%s is as it is described, and no member of it is not',
    (type, announcement) => {
      const validate = validatorOf(type);

      expect([validate(bodyOf(announcement)), validate.errors]).toEqual([true, null]);
    },
  );

  it('would be found to have a member that is not described', () => {
    const paid = bodyOf(announcements.find(({ type }) => type === 'charge.paid')!);
    const data = paid['data'] as { charge: object };
    const odd = { ...paid, data: { ...data, charge: { ...data.charge, payerName: 'Ana' } } };

    expect(validatorOf('charge.paid')(odd)).toBe(false);
    expect(validatorOf('charge.paid')({ ...paid, secret: '' })).toBe(false);
  });

  it('is every type there is, and every type is described', () => {
    expect([...new Set(announcements.map(({ type }) => type))].toSorted()).toEqual([...eventTypes].toSorted());
    expect(Object.keys(webhooks).toSorted()).toEqual([...eventTypes].toSorted());
    expect(components.schemas?.['EventType']?.['enum']).toEqual([...eventTypes]);
    const patterns = components.schemas?.['EventTypePattern']?.['enum'] as string[];
    expect(patterns.filter((pattern) => !isTypePattern(pattern))).toEqual([]);
    expect(typesOf(patterns.filter((pattern) => pattern.endsWith('.*')))).toEqual(eventTypes);
  });

  it('follows from each event that moves a merchant’s money', () => {
    const silent = eventCatalogue.map(({ type }) => type).filter((type) => !announcedTypes.some((one) => one === type));

    expect(silent.filter((type) => !/\.(webhook|user|profile|api_key|payout)\./.test(type))).toEqual([
      'repasse.dispute.evidence_added.v1',
      'repasse.dispute.evidence_removed.v1',
      'repasse.payment.offered.v1',
      'repasse.payment.outcome_unknown.v1',
      'repasse.payment.reopened.v1',
      'repasse.payment.requested.v1',
    ]);
  });

  it('shows a user with a share their own share, and nothing of the others', () => {
    const settled = announcementsOf(exampleOf(eventCatalogue.find(({ name }) => name === 'SplitSettled')!));

    const others = settled.filter(({ isOwner }) => !isOwner);
    expect(others.length).toBeGreaterThan(0);
    for (const announcement of others) {
      const { data } = bodyOf(announcement) as { data: { settlement: { shares: { userId: number }[] } } };
      expect(Object.keys(data)).toEqual(['settlement']);
      expect(Object.keys(data.settlement).toSorted()).toEqual(['chargeId', 'currency', 'shares']);
      expect(data.settlement.shares.map(({ userId }) => userId)).toEqual([announcement.userId]);
    }
  });
});

describe('a pattern of types', () => {
  it.each([
    ['*', 'refund.failed', true],
    ['refund.*', 'refund.failed', true],
    ['refund.failed', 'refund.failed', true],
    ['refund.*', 'charge.refunded', false],
    ['charge.paid', 'charge.paid.v2', false],
  ])('%s takes %s: %s', (pattern, type, isTaken) => expect(matchesType([pattern], type)).toBe(isTaken));

  it.each(['', 'charge', 'charge.', '.*', '**', 'charge.payed', 'refund.**'])('%j is none', (text) =>
    expect(isTypePattern(text)).toBe(false),
  );
});
