import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { preferredLanguages } from '@repasse/values/texts/languages';
import { findPayout, type Payout } from '../../store/payouts/list-payouts';
import { findPaidAt } from '../../store/payouts/read-receipt';
import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { withdrawalNotFound } from '../withdrawal-problems';
import { authenticationOf, receiptOf } from './receipt';
import { receiptHeaders, receiptPage } from './receipt-page';

export interface ReceiptSettings {
  readonly payer: string;
  /** The first one is in use; without any, receipts carry no authentication. */
  readonly secrets: readonly string[] | undefined;
}

interface ReceiptQuery {
  readonly format?: 'json' | 'html';
}

/** GET /payouts/{withdrawalId}/receipt: as JSON, or as a page to print. */
export const getPayoutReceipt = (
  db: Database,
  { payer, secrets }: ReceiptSettings,
): Operation<unknown, ReceiptQuery> => ({
  handle: async (request) => {
    const payout = await existing(db, request);
    const paidAt = await findPaidAt(db, payout.withdrawalId);
    if (paidAt === null) throw notPaid(payout);
    const receipt = receiptOf(payout, paidAt, payer);
    const secret = secrets?.[0];
    const authentication = secret === undefined ? null : authenticationOf(receipt, secret);
    if (!wantsPage(request)) return { status: 200, body: { ...receipt, authentication } };
    const body = receiptPage(receipt, authentication, languageOf(request));
    return { status: 200, body, contentType: 'text/html; charset=utf-8', headers: receiptHeaders };
  },
});

type ReceiptRequest = ApiRequest<unknown, ReceiptQuery>;

const existing = async (db: Database, request: ReceiptRequest): Promise<Payout> => {
  const withdrawalId = request.params['withdrawalId'] ?? '';
  const [caller, found] = [callerOf(request), await findPayout(db, withdrawalId)];
  const isTheirs = found?.userId === caller.userId || found?.managerUserId === caller.userId || isStaff(caller);
  if (found === undefined || !isTheirs) throw withdrawalNotFound(withdrawalId);
  return found;
};

const notPaid = ({ withdrawalId, status }: Payout): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'payout.not_paid',
    detail: `${withdrawalId} is ${status.toUpperCase()}: a receipt is there once it was paid.`,
  });

/** `format` decides where it is sent, else the header Accept. */
const wantsPage = ({ query, headers }: ReceiptRequest): boolean =>
  query.format === undefined ? /\btext\/html\b/i.test(headers.accept ?? '') : query.format === 'html';

/** Portuguese unless English is preferred to it. */
const languageOf = ({ headers }: ReceiptRequest): 'pt-BR' | 'en' =>
  preferredLanguages(headers['accept-language']).find((language) => ['pt', 'en'].includes(language)) === 'en'
    ? 'en'
    : 'pt-BR';
