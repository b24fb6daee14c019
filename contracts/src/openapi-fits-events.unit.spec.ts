import { type OpenApiSchema } from '@repasse/contracts';
import { catalogueEntry } from './event-catalogue';
import { sentParts } from './testing/descriptions';
import { type EventType } from './generated/events';

/** Texts that are published as the caller wrote them: the request's field, and the event's field that takes it. */
const published: readonly (readonly [sent: string, type: EventType, field: string])[] = [
  ['createCharge body.description', 'repasse.charge.created.v1', 'description'],
  ['createCharge body.externalReference', 'repasse.charge.created.v1', 'externalReference'],
  ['createCharge body.webhookUrl', 'repasse.charge.created.v1', 'webhookUrl'],
  ['createPayment body.description', 'repasse.charge.created.v1', 'description'],
  ['createPayment body.external_reference', 'repasse.charge.created.v1', 'externalReference'],
  ['createPayment body.webhook_url', 'repasse.charge.created.v1', 'webhookUrl'],
  ['createCardPayment body.description', 'repasse.charge.created.v1', 'description'],
  ['createCardPayment body.external_reference', 'repasse.charge.created.v1', 'externalReference'],
  ['createCardPayment body.webhook_url', 'repasse.charge.created.v1', 'webhookUrl'],
  ['createCryptoPayment body.external_reference', 'repasse.payment.requested.v1', 'externalReference'],
  ['requestRefund body.reason', 'repasse.refund.requested.v1', 'reason'],
  ['requestChargeRefund body.reason', 'repasse.refund.requested.v1', 'reason'],
  ['requestWithdrawal body.payAddress', 'repasse.withdrawal.requested.v1', 'payAddress'],
  ['requestWithdrawal body.memo', 'repasse.withdrawal.requested.v1', 'memo'],
  ['requestWithdrawal body.externalReference', 'repasse.withdrawal.requested.v1', 'externalReference'],
  ['putOwnProfile body.displayName', 'repasse.user.profile_changed.v1', 'displayName'],
  ['putOwnProfile body.supportEmail', 'repasse.user.profile_changed.v1', 'supportEmail'],
  ['putOwnProfile body.supportUrl', 'repasse.user.profile_changed.v1', 'supportUrl'],
];

describe('what HTTP takes', () => {
  const sent = new Map<string, OpenApiSchema>(sentParts);
  const lengthOf = (schema: Readonly<Record<string, unknown>> | undefined) => Number(schema?.['maxLength']);

  it.each(published)('%s fits into %s, %s', (at, type, field) => {
    const { properties } = catalogueEntry(type).schema as object as { properties: Record<string, OpenApiSchema> };
    const [most, room] = [lengthOf(sent.get(at)), lengthOf(properties[field])];

    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(room);
  });
});
