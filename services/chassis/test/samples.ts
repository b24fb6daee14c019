import { createLogger } from '../src/log/logger';
import { catalogueEntry, type EventData } from '@repasse/contracts';
import { type IdempotencyRow } from '../src/idempotency/ticket';
import { type PublicEvent } from '../src/outbox/outbox';

type ChargeCreated = EventData['repasse.charge.created.v1'];

/** The catalogue's example, whose schema is what ChargeCreated was generated from. */
const example = JSON.parse(JSON.stringify(catalogueEntry('repasse.charge.created.v1').example)) as ChargeCreated;

const chargeIdForm = /^ch_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** A valid public event; `sequence` shows in its id. A key that is no charge's id is the key alone. */
export const chargeCreated = (chargeId: string, sequence: number): PublicEvent<'repasse.charge.created.v1'> => ({
  id: `evt_${chargeId}_${sequence}`,
  type: 'repasse.charge.created.v1',
  key: chargeId,
  time: '2026-01-01T00:00:00.000Z',
  data: chargeIdForm.test(chargeId) ? { ...example, chargeId } : example,
});

/** A running request's claim on a key. */
export const claim = (key: string, ulid: string): IdempotencyRow => ({
  scope: '1',
  key,
  operationId: 'createCharge',
  requestHash: 'hash',
  fieldHashes: { '/grossAmount': 'hash' },
  ulid,
  status: 'running',
  responseStatus: null,
  responseBody: null,
  leaseUntil: '2026-01-01T00:00:30.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
});

export const silentLog = createLogger({ service: 'test', level: 'silent' });
