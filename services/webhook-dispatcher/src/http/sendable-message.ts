import { hintOfAttemptId } from '@repasse/values/ids/attempt-id';
import { comeAgain, isYoung } from '@repasse/chassis/http/fresh-reads';
import { invoiceNumberOf } from '@repasse/values/ids/invoice-number';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import {
  findMessage,
  findSubject,
  latestInvoiceNumber,
  type InvoiceMessage,
  type Subject,
} from '../store/invoice-messages';
import { isPastEnd, messagesKeptDays } from './past-end';
import { conflict } from './problems';

/** Events of a new charge may come so much later than its answer. */
const onItsWayMs = 5_000;

/** Numbers are given out in order; on a busy system so many may be on their way. */
const numbersAheadMax = 1_000;

/** The message that is sent again for an invoice or a charge. Refuses at once, and says what is missing. */
export const sendableMessage = async (tx: Tx, id: string, owner: number | null): Promise<InvoiceMessage> => {
  const subject = await findSubject(tx, id, owner);
  if (subject === undefined) throw await unknown(tx, id);
  const message = await findMessage(tx, subject);
  if (message === undefined) throw nothingToSend(id, subject);
  if (subject.charge_id !== null && subject.invoice_id !== null && message.invoice_id !== subject.invoice_id)
    throw notPaidByIt(id, message.invoice_id);
  if (!message.has_deliveries) throw noDestination(id, message);
  return message;
};

/** 404, or 409 for a charge that nobody here knows and that is so young that its events may be on their way. */
const unknown = async (tx: Tx, id: string): Promise<ProblemError> => {
  if (id.startsWith('ch_') && isYoung(id, onItsWayMs) && (await findSubject(tx, id, null)) === undefined)
    return new ProblemError({
      ...{ status: 409, code: 'webhook.nothing_to_send' },
      detail: `Nothing is known of the payment of ${id} yet: events take up to two seconds to come here.`,
      ...comeAgain,
    });
  const detail = `There is no invoice or charge ${id}.${hintOfAttemptId(id)}`;
  const hints = (await isNumberAhead(tx, id)) ? comeAgain : {};
  return new ProblemError({ status: 404, code: 'invoice.not_found', detail, ...hints });
};

/** Whether the number is higher than any that is known here, by not too much: its invoice may be new. */
const isNumberAhead = async (tx: Tx, id: string): Promise<boolean> => {
  const number = invoiceNumberOf(id);
  if (number === 0) return false;
  const ahead = number - (await latestInvoiceNumber(tx));
  return ahead > 0 && ahead <= numbersAheadMax;
};

const nothingToSend = (id: string, { charge_id, withdrawal_id }: Subject): ProblemError => {
  if (isPastEnd(charge_id ?? withdrawal_id ?? ''))
    return conflict(
      'webhook.message_ended',
      `${charge_id ?? withdrawal_id} is older than ${messagesKeptDays} days, for which messages are kept: nothing is left to send.`,
    );
  const detail =
    charge_id !== null
      ? `${charge_id} is not paid, so there is nothing to send yet.`
      : withdrawal_id !== null
        ? `Nothing was announced of ${withdrawal_id} yet, so there is nothing to send.`
        : `Nothing has happened to the payment of invoice ${id} within ${messagesKeptDays} days, so there is nothing to send.`;
  return conflict('webhook.nothing_to_send', detail);
};

const notPaidByIt = (id: string, paidBy: number | null): ProblemError =>
  conflict(
    'webhook.nothing_to_send',
    `The attempt with invoice ${id} did not pay its charge; invoice ${paidBy ?? 'of another attempt'} did. Resend that one.`,
  );

const noDestination = (id: string, { event_type }: InvoiceMessage): ProblemError =>
  conflict('webhook.no_destination', `No address was to get ${event_type} of ${id} when it happened.`);
