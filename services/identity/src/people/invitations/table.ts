import { type Tx } from '@repasse/chassis/postgres/database';

export interface Invitation {
  readonly invitationId: string;
  readonly userId: number;
  /** In lower case. */
  readonly email: string;
  readonly role: string;
  readonly createdAt: string;
  /** The person or API key that made it. */
  readonly createdBy: string;
  readonly expiresAt: string;
}

const columns = `invitation_id as "invitationId", user_id as "userId", email, role, created_at as "createdAt",
  created_by as "createdBy", expires_at as "expiresAt"`;

/** Neither accepted nor taken back, and not run out. */
const isOpen = (now: string): string => `ended_at is null and expires_at > ${now}`;

export const insertInvitation = async (tx: Tx, invitation: Invitation, secretHash: Buffer): Promise<void> => {
  const { invitationId, userId, email, role, createdAt, createdBy, expiresAt } = invitation;
  await tx.query(
    `insert into invitations (invitation_id, user_id, email, role, secret_hash, created_at, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [invitationId, userId, email, role, secretHash, createdAt, createdBy, expiresAt],
  );
};

/** Newest first. */
export const listOpenInvitations = (tx: Tx, userId: number, now: string): Promise<Invitation[]> =>
  tx.query<Invitation>(
    `select ${columns} from invitations where user_id = $1 and ${isOpen('$2')} order by created_at desc, invitation_id desc`,
    [userId, now],
  );

export const findInvitation = async (tx: Tx, invitationId: string): Promise<Invitation | undefined> =>
  (await tx.query<Invitation>(`select ${columns} from invitations where invitation_id = $1`, [invitationId]))[0];

export const findOpenInvitation = async (tx: Tx, secretHash: Buffer, now: string): Promise<Invitation | undefined> =>
  (
    await tx.query<Invitation>(`select ${columns} from invitations where secret_hash = $1 and ${isOpen('$2')}`, [
      ...[secretHash, now],
    ])
  )[0];

/** Accepted or taken back, by the first who says so. False when it had ended. */
export const endInvitation = async (tx: Tx, invitationId: string, now: string): Promise<boolean> =>
  (
    await tx.query(
      'update invitations set ended_at = $2 where invitation_id = $1 and ended_at is null returning invitation_id',
      [invitationId, now],
    )
  ).length > 0;
