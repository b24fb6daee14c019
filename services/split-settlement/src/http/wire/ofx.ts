import { brasiliaTime, endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { formatAmount } from '@repasse/values/money';
import { escapeText } from '@repasse/values/texts/markup';
import { signedMinor, type PostingKind, type UserAccountKind } from '../../domain/ledger';
import { addUpFrom, type Statement, type StatementEntry } from '../../domain/statement';
import { type EntryDetails, type EntryDetailsOf } from '../../store/read-entry-details';
import { counterpartyOf } from './counterparty';
import { kindTexts, transactionTexts } from './entry-texts';
import { accountNames, entryRowsOf, type EntryRow } from './entry-view';
import { accountsAsked, type StatementAsked } from './statement-view';

/**
 * A statement as OFX 1.02, piece by piece, which accounting programs in Brazil import: one bank statement an account, entries with an id
 * that stays (FITID), so that a program that imports the same days twice knows them again. Each element is closed, so it is
 * read as XML too.
 */
export async function* ofxOf(
  statement: Statement,
  asked: StatementAsked,
  detailsOf: EntryDetailsOf,
): AsyncGenerator<string> {
  const { madeAt } = asked;
  const signOn = element('SIGNONMSGSRSV1', [
    element('SONRS', [success(), leaf('DTSERVER', momentOf(madeAt)), leaf('LANGUAGE', 'POR')]),
  ]);
  yield `${header.join('\r\n')}\r\n\r\n<OFX>\r\n${signOn}\r\n<BANKMSGSRSV1>\r\n`;
  for (const [index, kind] of accountsAsked(asked).entries()) {
    yield `<STMTTRNRS>\r\n${leaf('TRNUID', String(index + 1))}\r\n${success()}\r\n`;
    yield* bankStatement(statement, kind, { madeAt, detailsOf });
    yield '</STMTTRNRS>\r\n';
  }
  yield '</BANKMSGSRSV1>\r\n</OFX>\r\n';
}

const header = [
  ...['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252'],
  ...['COMPRESSION:NONE', 'OLDFILEUID:NONE', 'NEWFILEUID:NONE'],
];

/** Nine characters, all that BANKID takes: no bank's number, since the accounts are this platform's. */
const bankId = 'REPASSE';

async function* bankStatement(
  { userId, currency, from, to, openings, entries }: Statement,
  kind: UserAccountKind,
  { madeAt, detailsOf }: { readonly madeAt: string; readonly detailsOf: EntryDetailsOf },
): AsyncGenerator<string> {
  const end = endOfDay(to);
  const account = element('BANKACCTFROM', [
    leaf('BANKID', bankId),
    leaf('ACCTID', `${userId}-${accountNames[kind]}`),
    leaf('ACCTTYPE', 'CHECKING'),
  ]);
  const period = [leaf('DTSTART', momentOf(startOfDay(from))), leaf('DTEND', momentOf(end))];
  yield `<STMTRS>\r\n${[leaf('CURDEF', currency), account, '<BANKTRANLIST>', ...period].join('\r\n')}\r\n`;
  const sums = addUpFrom(openings);
  for await (const batch of entries(kind)) {
    sums.add(batch);
    const rows = await entryRowsOf(batch, detailsOf);
    yield rows.map((row) => `${transactionOf(row)}\r\n`).join('');
  }
  const balance = element('LEDGERBAL', [
    leaf('BALAMT', formatAmount(sums.account(kind).closingMinor, currency)),
    leaf('DTASOF', momentOf(end < madeAt ? end : madeAt)),
  ]);
  yield `</BANKTRANLIST>\r\n${balance}\r\n</STMTRS>\r\n`;
}

const transactionOf = ({ entry, details }: EntryRow): string =>
  element('STMTTRN', [
    leaf('TRNTYPE', typeOf(entry)),
    leaf('DTPOSTED', momentOf(entry.bookedAt)),
    leaf('TRNAMT', formatAmount(signedMinor(entry), entry.currency)),
    leaf('FITID', String(entry.entryId)),
    leaf('NAME', kindTexts[entry.kind]),
    leaf('MEMO', memoOf(entry, details)),
  ]);

/** Between accounts of the same user. */
const transfers: ReadonlySet<PostingKind> = new Set([
  'RELEASE',
  'RESERVE',
  'DEBT_REPAYMENT',
  'DISPUTE_HOLD',
  'DISPUTE_RELEASE',
  'SHARE_HELD',
  'SHARE_RELEASE',
]);

const typeOf = (entry: StatementEntry): string => {
  if (entry.kind === 'FEE' || entry.kind === 'PAYOUT_FEE') return 'FEE';
  if (transfers.has(entry.kind)) return 'XFER';
  return entry.direction === 'credit' ? 'CREDIT' : 'DEBIT';
};

/** As many characters as MEMO takes. */
const memoCharactersMax = 255;

/** For a person who reads a statement: the order, its words, the other side, the transfer, and where to look it up. */
const memoOf = (entry: StatementEntry, details: EntryDetails | undefined): string => {
  const { transactionKind, chargeId, paymentId, withdrawalId, transactionId } = entry;
  const { externalReference = null, description = null, endToEndId = null } = details ?? {};
  return [
    transactionTexts[transactionKind],
    ...(externalReference === null ? [] : [`pedido ${externalReference}`]),
    ...(description === null ? [] : [description]),
    counterpartyOf(entry, details)?.pt ?? null,
    ...(endToEndId === null ? [] : [`PIX ${endToEndId}`]),
    chargeId ?? paymentId ?? withdrawalId ?? transactionId,
  ]
    .filter((part) => part !== null)
    .join(' - ')
    .slice(0, memoCharactersMax);
};

const success = (): string => element('STATUS', [leaf('CODE', '0'), leaf('SEVERITY', 'INFO')]);

/** 20260131235959.000[-3:BRT] */
const momentOf = (moment: string): string => `${brasiliaTime(moment).slice(0, 23).replace(/[-T:]/g, '')}[-3:BRT]`;

const element = (name: string, parts: readonly string[]): string => `<${name}>\r\n${parts.join('\r\n')}\r\n</${name}>`;

const leaf = (name: string, text: string): string => `<${name}>${escapeText(ascii(text))}</${name}>`;

/** The file says that it is of US-ASCII: letters lose their accents, and other characters are unknown. */
const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/g, '?');
