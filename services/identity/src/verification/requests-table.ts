import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { createDueRows, type DueRows } from '@repasse/chassis/waiting/due-rows';
import { type VerificationResult } from './provider';

export interface VerificationRequest {
  readonly verificationId: string;
  readonly userId: number;
  readonly status: 'WAITING' | 'ASKED';
}

/** Longer than a call to the provider can take. */
const leaseMs = 60_000;

export const verificationRequests = (db: Database): DueRows<VerificationRequest> =>
  createDueRows<VerificationRequest>(db, {
    ...{ table: 'verification_requests', key: 'verification_id', tries: 'tries', leaseMs },
    columns: 'r.verification_id as "verificationId", r.user_id as "userId", r.status',
  });

export const addRequest = async (tx: Tx, verificationId: string, userId: number, now: string): Promise<void> => {
  await tx.query(
    `insert into verification_requests (verification_id, user_id, status, due_at, created_at)
     values ($1, $2, 'WAITING', $3, $3)`,
    [verificationId, userId, now],
  );
};

/** Whether it is the latest of its recipient, and nobody has ended it: then what the provider says counts. */
export const isCurrentRequest = async (tx: Tx, { verificationId, userId }: VerificationRequest): Promise<boolean> => {
  const [latest] = await tx.query<{ id: string; status: string }>(
    `select verification_id as id, status from verification_requests where user_id = $1
     order by created_at desc, verification_id desc limit 1`,
    [userId],
  );
  return latest?.id === verificationId && latest.status !== 'ENDED';
};

export const markAsked = async (db: Tx, verificationId: string): Promise<void> => {
  await db.query(
    `update verification_requests set status = 'ASKED', tries = 0 where verification_id = $1 and status = 'WAITING'`,
    [verificationId],
  );
};

export const endRequest = async (
  tx: Tx,
  verificationId: string,
  said: { readonly result: VerificationResult; readonly reasons: readonly string[] } | null,
  now: string,
): Promise<void> => {
  await tx.query(
    `update verification_requests set status = 'ENDED', due_at = null, ended_at = $4, result = $2, reasons = $3
     where verification_id = $1 and status <> 'ENDED'`,
    [verificationId, said?.result ?? null, said?.reasons ?? [], now],
  );
};

/** A callback has come: it is read now. One that has ended stays so. */
export const hastenRequest = async (db: Tx, verificationId: string, now: string): Promise<void> => {
  await db.query(
    `update verification_requests set due_at = $2 where verification_id = $1 and status = 'ASKED' and due_at > $2`,
    [verificationId, now],
  );
};

export interface KeptRequest {
  readonly id: string;
  readonly status: 'WAITING' | 'ASKED' | 'ENDED';
  readonly result: VerificationResult | null;
  readonly reasons: readonly string[];
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** A recipient is submitted some times in their life. */
const keptMax = 100;

/** Newest first. */
export const listRequests = (tx: Tx, userId: number): Promise<KeptRequest[]> =>
  tx.query<KeptRequest>(
    `select verification_id as id, status, result, reasons, created_at as "createdAt", ended_at as "endedAt"
     from verification_requests where user_id = $1 order by created_at desc, verification_id desc limit $2`,
    [userId, keptMax],
  );
