import { Readable } from 'node:stream';
import { openingsOf, type Statement, type StatementEntry } from '../../domain/statement';
import { type EntryDetails, type EntryDetailsOf } from '../../store/read-entry-details';
import { ofxOf } from './ofx';

interface Node {
  readonly name: string;
  text: string;
  readonly parts: Node[];
}

/** Reads OFX 1.x as its specification has it: SGML in which the end of an element that holds text may be left out. */
const parse = (file: string): { headers: Record<string, string>; root: Node } => {
  const [head = '', ...rest] = file.split('\r\n\r\n');
  const headers = Object.fromEntries(head.split('\r\n').map((line) => line.split(':') as [string, string]));
  const open: Node[] = [{ name: '', text: '', parts: [] }];
  for (const [, isEnd, name = '', text = ''] of rest.join('\r\n\r\n').matchAll(/<(\/?)([A-Z0-9.]+)>([^<]*)/g)) {
    if (isEnd === '') {
      const node = { name, text: unescaped(text.trim()), parts: [] };
      open.at(-1)!.parts.push(node);
      open.push(node);
    } else {
      while (open.at(-1)!.name !== name) {
        if (open.at(-1)!.text === '') throw new Error(`${open.at(-1)!.name} is not closed before ${name}.`);
        open.pop();
      }
      open.pop();
    }
  }
  if (open.length !== 1) throw new Error(`${open.at(-1)!.name} is not closed.`);
  return { headers, root: open[0]! };
};

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const all = (node: Node, name: string): Node[] =>
  node.parts.flatMap((part) => [...(part.name === name ? [part] : []), ...all(part, name)]);
const textOf = (node: Node, name: string): string => all(node, name)[0]?.text ?? '';

const entry = (change: Partial<StatementEntry>): StatementEntry => ({
  entryId: 7,
  transactionId: 'txn_1',
  kind: 'GROSS',
  transactionKind: 'CHARGE_PAID',
  accountKind: 'user_pending',
  direction: 'credit',
  amountMinor: 10_000,
  balanceAfterMinor: 10_050,
  currency: 'BRL',
  chargeId: 'ch_1',
  paymentId: null,
  settlementId: 'stl_1',
  withdrawalId: null,
  occurredAt: '2026-01-01T12:00:00.000Z',
  bookedAt: '2026-01-02T02:30:00.000Z',
  ...change,
});

const noNode: Node = { name: '', text: '', parts: [] };

/** Two entries a batch, so that one account's are in several. */
const statementOf = (entries: readonly StatementEntry[]): Statement => ({
  ...{ userId: 1001, currency: 'BRL', from: '2026-01-01', to: '2026-01-31' },
  openings: openingsOf(new Map([['user_pending', 50]])),
  entries: async function* (account) {
    const found = entries.filter(({ accountKind }) => accountKind === account);
    for (let at = 0; at < found.length; at += 2) yield found.slice(at, at + 2);
  },
});

const details: EntryDetails = {
  ...{ externalReference: 'order-4711', description: 'Café da manhã', endToEndId: 'E1' },
  ...{ paymentMethod: 'PIX', ownerId: 1001, recipientId: null, payAddress: null },
};

const written = async (statement: Statement, madeAt: string, known?: Partial<EntryDetails>) => {
  const asked = { account: undefined, isClosed: true, madeAt };
  const detailsOf: EntryDetailsOf = async (entries) =>
    new Map(known === undefined ? [] : entries.map(({ entryId }) => [entryId, { ...details, ...known }]));
  return parse((await Readable.from(ofxOf(statement, asked, detailsOf)).toArray()).join(''));
};

describe('a statement as OFX', () => {
  const statement = statementOf([
    entry({}),
    entry({ entryId: 8, kind: 'FEE', direction: 'debit', amountMinor: 99, balanceAfterMinor: 9_951 }),
    entry({ entryId: 9, kind: 'RELEASE', direction: 'debit', amountMinor: 9_951, balanceAfterMinor: 0 }),
    entry({
      entryId: 10,
      accountKind: 'user_available',
      kind: 'RELEASE',
      amountMinor: 9_951,
      balanceAfterMinor: 9_951,
    }),
  ]);
  let headers: Record<string, string>;
  let root: Node;
  let [pending, available] = [noNode, noNode];
  beforeAll(async () => {
    ({ headers, root } = await written(statement, '2026-02-01T12:00:00.000Z'));
    [pending, available] = all(root, 'STMTRS') as [Node, Node];
  });

  it('says what it is', () => {
    expect(headers).toMatchObject({ OFXHEADER: '100', DATA: 'OFXSGML', VERSION: '102', ENCODING: 'USASCII' });
    expect(all(root, 'SONRS').map((node) => [textOf(node, 'CODE'), textOf(node, 'DTSERVER')])).toEqual([
      ['0', '20260201090000.000[-3:BRT]'],
    ]);
  });

  it('is one bank statement an account, in reais', () => {
    expect(all(root, 'STMTRS').map((node) => [textOf(node, 'CURDEF'), textOf(node, 'ACCTID')])).toEqual(
      ['PENDING', 'AVAILABLE', 'RESERVE', 'DEBT', 'HELD', 'SURPLUS', 'WITHDRAWING', 'SHARES'].map((name) => [
        'BRL',
        `1001-${name}`,
      ]),
    );
    expect([textOf(pending, 'DTSTART'), textOf(pending, 'DTEND')]).toEqual([
      '20260101000000.000[-3:BRT]',
      '20260201000000.000[-3:BRT]',
    ]);
  });

  it('has each entry with its id, its signed amount and its local time', () => {
    const lines = all(pending, 'STMTTRN').map((node) =>
      ['FITID', 'TRNTYPE', 'TRNAMT', 'NAME', 'DTPOSTED', 'MEMO'].map((name) => textOf(node, name)),
    );
    const posted = '20260101233000.000[-3:BRT]';
    expect(lines).toEqual([
      ['7', 'CREDIT', '100.00', 'Venda', posted, 'Cobranca paga - Pagador - ch_1'],
      ['8', 'FEE', '-0.99', 'Tarifa', posted, 'Cobranca paga - Plataforma - ch_1'],
      ['9', 'XFER', '-99.51', 'Liberacao', posted, 'Cobranca paga - ch_1'],
    ]);
    expect(all(available, 'STMTTRN')).toHaveLength(1);
  });

  it('closes at what the entries lead to', async () => {
    expect(textOf(pending, 'BALAMT')).toBe('0.00');
    expect(textOf(available, 'BALAMT')).toBe('99.51');
    expect(textOf(available, 'DTASOF')).toBe('20260201000000.000[-3:BRT]');
    const [early] = all((await written(statement, '2026-01-15T12:00:00.000Z')).root, 'LEDGERBAL');
    expect(early && textOf(early, 'DTASOF')).toBe('20260115090000.000[-3:BRT]');
  });

  it('lets no text break the file', async () => {
    const hostile = statementOf([entry({ chargeId: '</MEMO><BALAMT>1 & é' })]);
    const [memo] = all((await written(hostile, '2026-02-01T12:00:00.000Z')).root, 'MEMO');

    expect(memo?.text).toBe('Cobranca paga - Pagador - </MEMO><BALAMT>1 & e');
    const [told] = all((await written(hostile, '2026-02-01T12:00:00.000Z', { description: '<FITID>漢' })).root, 'MEMO');
    expect(told?.text).toContain('<FITID>?');
  });

  it('says in a memo what a person looks for, within its length', async () => {
    const madeAt = '2026-02-01T12:00:00.000Z';
    const memoOf = async (change: Partial<StatementEntry>, known: Partial<EntryDetails>) =>
      all((await written(statementOf([entry(change)]), madeAt, known)).root, 'MEMO')[0]?.text;

    expect(await memoOf({}, {})).toBe(
      'Cobranca paga - pedido order-4711 - Cafe da manha - Pagador (PIX) - PIX E1 - ch_1',
    );
    expect(await memoOf({ kind: 'SHARE_GIVEN' }, { recipientId: 1002, description: null, endToEndId: null })).toBe(
      'Cobranca paga - pedido order-4711 - Usuario 1002 - ch_1',
    );
    expect(await memoOf({}, { description: 'x'.repeat(500) })).toHaveLength(255);
  });
});
