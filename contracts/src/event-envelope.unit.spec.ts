import { Ajv } from 'ajv';
import { eventCatalogue, InvalidEventError, parseEvent, sourceOf, validateEvent } from '@repasse/contracts';
import { readJson } from './package-root';

const entry = eventCatalogue.find(({ name }) => name === 'ChargePaid')!;

const received = {
  id: 'evt_01KAJ2FA7C2D4E6F8G0H1J3K5M',
  source: 'repasse/charge',
  type: 'repasse.charge.paid.v1',
  subject: 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  time: '2026-11-21T12:03:10.450Z',
  dataSchema: 'urn:repasse:event:repasse.charge.paid.v1',
  position: 3,
  data: entry.example,
};

const faultsOf = (candidate: object): string[] => {
  try {
    parseEvent(candidate);
    return [];
  } catch (fault) {
    if (!(fault instanceof InvalidEventError)) throw fault;
    return fault.faults.map(({ field }) => field);
  }
};

describe('parsing a message of the bus', () => {
  it('returns the envelope, narrowed by its type', () => {
    const event = parseEvent(received);

    expect(event).toEqual(received);
    if (event.type === 'repasse.charge.paid.v1') expect(event.data.netAmountMinor).toBe(9901);
  });

  it('lets pass fields this reader has never seen, at any depth, which a producer may not send', () => {
    const shares = (entry.example['shares'] as object[]).map((share) => ({ ...share, tier: 'GOLD' }));
    const data = { ...entry.example, shares, loyaltyPoints: 5 };

    expect(faultsOf({ ...received, data, traceparent: '00-1-2-3' })).toEqual([]);
    expect(validateEvent('repasse.charge.paid.v1', data).map(({ field }) => field)).toContain('loyaltyPoints');
    expect(validateEvent('repasse.charge.paid.v1', data).map(({ field }) => field)).toContain('shares[0].tier');
  });

  it.each([
    ['no id', { id: '' }, ['id']],
    ['no subject', { subject: undefined }, ['subject']],
    ['a time that is none', { time: 'yesterday' }, ['time']],
    ['position zero', { position: 0 }, ['position']],
    ['half a position', { position: 1.5 }, ['position']],
    ['a position that is no number', { position: Number.NaN }, ['position']],
    ['the source of another service', { source: 'repasse/identity' }, ['source']],
    ['the schema of another event', { dataSchema: 'urn:repasse:event:repasse.charge.created.v1' }, ['dataSchema']],
    ['no data', { data: undefined }, ['data']],
    ['data that is null', { data: null }, ['data']],
    ['an unknown type', { type: 'repasse.charge.forgotten.v1' }, ['type']],
    ['no type', { type: undefined }, ['type']],
    ['two faults at once', { id: '', position: -1 }, ['id', 'position']],
  ])('refuses %s', (_, change, fields) => {
    expect(faultsOf({ ...received, ...change })).toEqual(fields);
  });

  it('refuses data with a missing field and says which', () => {
    const data = Object.fromEntries(Object.entries(entry.example).filter(([field]) => field !== 'paidAt'));

    expect(faultsOf({ ...received, data })).toEqual(['data.paidAt']);
  });
});

describe('the envelope schema', () => {
  const validate = new Ajv({ strict: true }).compile(readJson('envelope.schema.json') as object);
  const headers = {
    ce_specversion: '1.0',
    ce_id: received.id,
    ce_source: sourceOf('charge'),
    ce_type: received.type,
    ce_subject: received.subject,
    ce_time: received.time,
    ce_dataschema: received.dataSchema,
    ce_position: '3',
    'content-type': 'application/json',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };

  it('accepts the headers of a message, and of a dead letter with its reason', () => {
    expect(validate(headers)).toBe(true);
    expect(validate({ ...headers, dlq_reason: 'no such charge' })).toBe(true);
  });

  it.each(Object.keys(headers).filter((name) => name !== 'traceparent'))('refuses a message without %s', (name) => {
    expect(validate({ ...headers, [name]: undefined })).toBe(false);
  });

  it.each([
    ['ce_specversion', '0.3'],
    ['ce_source', 'charge'],
    ['ce_type', 'repasse.charge.paid'],
    ['ce_position', '0'],
    ['ce_position', '03'],
    ['ce_time', '2026-11-21 12:03'],
    ['traceparent', 'abc'],
  ])('refuses %s %s', (name, value) => {
    expect(validate({ ...headers, [name]: value })).toBe(false);
  });

  it('accepts the type and schema of every event', () => {
    for (const { type, schema, service } of eventCatalogue) {
      const own = { ce_type: type, ce_dataschema: schema.$id, ce_source: sourceOf(service) };
      expect([type, validate({ ...headers, ...own })]).toEqual([type, true]);
    }
  });
});
