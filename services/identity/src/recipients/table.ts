import { actorOf } from '@repasse/chassis/auth/caller';
import { type Principal } from '@repasse/chassis/auth/principal';
import { type Tx } from '@repasse/chassis/postgres/database';
import { foldedName } from './legal-data';
import { type LegalData, type Recipient, type Standing } from './recipient';

/** A recipient with what is known of them, as one merchant or nobody sees them. */
export interface StoredRecipient extends Recipient {
  readonly email: string;
  readonly data: LegalData;
  /** The reference of the merchant who looks; null for others. */
  readonly externalReference: string | null;
  /** Since when only name and document are kept; null for all others. */
  readonly erasedAt: string | null;
}

const dataColumns = `json_build_object('name', d.name, 'tradeName', d.trade_name, 'document', d.document,
  'telephone', d.telephone, 'address', d.address, 'birthDate', to_char(d.birth_date, 'YYYY-MM-DD'),
  'representative', d.representative, 'activity', d.activity)`;

/** $1 is the merchant whose references are shown; null for none. */
export const selectRecipients = `
  select r.user_id as "userId", r.manager_user_id as "managerUserId", r.kind, r.verification,
    r.refusal_reasons as "refusalReasons", r.suspension_reason as "suspensionReason",
    r.created_at as "createdAt", r.updated_at as "updatedAt", u.email, m.external_reference as "externalReference",
    m.user_id is not null as "isLinked",
    coalesce(m.created_at, r.created_at) as "listedAt", d.erased_at as "erasedAt",
    ${dataColumns} as data
  from recipients r join users u on u.id = r.user_id join recipient_data d on d.user_id = r.user_id
    left join merchant_recipients m on m.user_id = r.user_id and m.merchant_user_id = $1`;

export const findRecipient = async (
  tx: Tx,
  userId: number,
  merchantUserId: number | null,
): Promise<StoredRecipient | undefined> =>
  (await tx.query<StoredRecipient>(`${selectRecipients} where r.user_id = $2`, [merchantUserId, userId]))[0];

/** Two statements, however many there are; none without any. */
export const insertRecipients = async (
  tx: Tx,
  recipients: readonly (Recipient & Pick<StoredRecipient, 'data'>)[],
): Promise<void> => {
  if (recipients.length === 0) return;
  await tx.query(
    `insert into recipients (user_id, manager_user_id, kind, verification, created_at, updated_at)
     select "userId", "managerUserId", kind, verification, "createdAt", "updatedAt"
     from json_to_recordset($1) as ("userId" bigint, "managerUserId" bigint, kind text, verification text,
       "createdAt" timestamptz, "updatedAt" timestamptz)`,
    [JSON.stringify(recipients.map(({ data: _, ...recipient }) => recipient))],
  );
  await tx.query(
    `insert into recipient_data (user_id, name, trade_name, document, telephone, address, birth_date, representative,
       activity, searched_name, updated_at)
     select "userId", name, "tradeName", document, telephone, address, "birthDate", representative, activity, searched,
       "updatedAt"
     from json_to_recordset($1) as ("userId" bigint, name text, "tradeName" text, document text, telephone text,
       address jsonb, "birthDate" date, representative jsonb, activity text, searched text, "updatedAt" timestamptz)`,
    [
      JSON.stringify(
        recipients.map(({ userId, updatedAt, data }) => ({ ...data, userId, updatedAt, searched: searchedIn(data) })),
      ),
    ],
  );
};

export const updateData = async (tx: Tx, userId: number, data: LegalData, at: string): Promise<void> => {
  await tx.query(
    `update recipient_data set name = $2, trade_name = $3, document = $4, telephone = $5, address = $6, birth_date = $7,
       representative = $8, activity = $9, searched_name = $10, updated_at = $11 where user_id = $1`,
    [userId, ...dataValues(data), at],
  );
};

const dataValues = (data: LegalData): readonly unknown[] => [
  data.name,
  data.tradeName,
  data.document,
  data.telephone,
  data.address === null ? null : JSON.stringify(data.address),
  data.birthDate,
  data.representative === null ? null : JSON.stringify(data.representative),
  data.activity,
  searchedIn(data),
];

const searchedIn = ({ name, tradeName }: LegalData): string =>
  foldedName(tradeName === null ? name : `${name} ${tradeName}`);

export const updateStanding = async (tx: Tx, userId: number, standing: Standing, at: string): Promise<void> => {
  const { verification, refusalReasons, suspensionReason } = standing;
  await tx.query(
    `update recipients set verification = $2, refusal_reasons = $3, suspension_reason = $4, updated_at = $5
     where user_id = $1`,
    [userId, verification, refusalReasons, suspensionReason, at],
  );
};

/** The user a step of a verification was taken for, and the person or key that took it. */
export type StepBy = Pick<Principal, 'userId' | 'clientId' | 'personId'>;

export const addStep = async (
  tx: Tx,
  userId: number,
  { verification, refusalReasons, suspensionReason }: Standing,
  by: StepBy,
  at: string,
): Promise<void> => {
  const reasons = suspensionReason === null ? refusalReasons : [suspensionReason];
  await tx.query(
    `insert into verification_steps (user_id, verification, reasons, by_user_id, by_client_id, happened_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [userId, verification, reasons, by.userId, actorOf(by), at],
  );
};

export interface KeptStep {
  readonly verification: string;
  readonly reasons: readonly string[];
  readonly byUserId: number | null;
  readonly byClientId: string;
  readonly happenedAt: string;
}

/** Oldest first; the newest hundred, which is more than any recipient has. */
export const listSteps = (tx: Tx, userId: number): Promise<KeptStep[]> =>
  tx.query<KeptStep>(
    `select * from (
       select step_id, verification, reasons, nullif(by_user_id, 0) as "byUserId", by_client_id as "byClientId",
         happened_at as "happenedAt"
       from verification_steps where user_id = $1 order by step_id desc limit 100) newest order by step_id`,
    [userId],
  );
