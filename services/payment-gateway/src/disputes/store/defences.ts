import { type Database, type Tx } from '@repasse/chassis/postgres/database';

/** A piece of evidence without its bytes. */
export interface KeptEvidence {
  readonly evidenceId: string;
  readonly fileName: string | null;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly addedBy: string;
  readonly addedAt: string;
}

/** The words of an answer, and who gave it. */
export interface KeptAnswer {
  readonly text: string | null;
  readonly answeredBy: string;
}

interface OfDispute {
  readonly disputeId: string;
  readonly paymentId: string;
}

export type Defences = ReturnType<typeof createDefences>;

/** What merchants say to disputes, beside the events that it was said. */
export const createDefences = (db: Database) => ({
  /** The payment that is disputed; undefined where there is no such dispute. */
  paymentOf: async (disputeId: string): Promise<string | undefined> =>
    (await db.query<{ paymentId: string }>(paymentOfSql, [disputeId]))[0]?.paymentId,
  /** Oldest first. */
  evidenceOf: (disputeId: string): Promise<KeptEvidence[]> =>
    db.query<KeptEvidence>(
      `select ${columns} from dispute_evidence where dispute_id = $1 order by created_at, evidence_id`,
      [disputeId],
    ),
  bytesOf: async (disputeId: string, evidenceId: string): Promise<(KeptEvidence & { bytes: Buffer }) | undefined> =>
    (
      await db.query<KeptEvidence & { bytes: Buffer }>(
        `select ${columns}, bytes from dispute_evidence where dispute_id = $1 and evidence_id = $2`,
        [disputeId, evidenceId],
      )
    )[0],
  answerOf: async (disputeId: string): Promise<KeptAnswer | undefined> =>
    (
      await db.query<KeptAnswer>(
        'select text, by_client_id as "answeredBy" from dispute_answers where dispute_id = $1',
        [disputeId],
      )
    )[0],
});

export const insertEvidence = async (
  tx: Tx,
  { disputeId, paymentId }: OfDispute,
  { evidenceId, fileName, contentType, sha256, addedBy, addedAt }: KeptEvidence,
  bytes: Buffer,
): Promise<void> => {
  await tx.query(
    `insert into dispute_evidence (evidence_id, dispute_id, payment_id, file_name, content_type, sha256, bytes,
       by_client_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [evidenceId, disputeId, paymentId, fileName, contentType, sha256, bytes, addedBy, addedAt],
  );
};

export const deleteEvidence = async (tx: Tx, evidenceId: string): Promise<void> => {
  await tx.query('delete from dispute_evidence where evidence_id = $1', [evidenceId]);
};

export const insertAnswer = async (
  tx: Tx,
  { disputeId, paymentId }: OfDispute,
  { text, answeredBy }: KeptAnswer,
  answeredAt: string,
): Promise<void> => {
  await tx.query(
    `insert into dispute_answers (dispute_id, payment_id, text, by_client_id, created_at) values ($1, $2, $3, $4, $5)`,
    [disputeId, paymentId, text, answeredBy, answeredAt],
  );
};

const columns = `evidence_id as "evidenceId", file_name as "fileName", content_type as "contentType",
  octet_length(bytes) as "sizeBytes", sha256, by_client_id as "addedBy", created_at as "addedAt"`;

// In the very words of the index events_by_dispute.
const paymentOfSql = `
  select stream_id as "paymentId" from events
  where type = 'DisputeOpened' and data -> 'dispute' ->> 'disputeId' = $1 limit 1`;
