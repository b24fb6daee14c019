import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { formatMinor, parseDecimal } from '@repasse/values/money';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { changeDocument } from '../callbacks/commit';
import { type Psp } from '../providers/pix/psp';
import { credit, sentMessages } from '../providers/pix/sent/send-pix';
import {
  accountId,
  giveBackSent,
  returnedMinorOf,
  type SentPix,
  toReturnCallback,
} from '../providers/pix/sent/sent-pix';
import { ordinarySends } from '../store/switches';

type Schemas = components['schemas'];

/** More than a journey sends; who looks for one says its id. */
const sentMax = 100;

/** GET /sandbox/pix/sends: what the account has sent. */
export const listSentPix = (psp: Psp): Operation<undefined> => ({
  handle: ({ query }) => describe(psp, typeof query['idEnvio'] === 'string' ? query['idEnvio'] : undefined),
});

/** PUT /sandbox/pix/sends replaces all of it; what is under way ends as it says. The balance stays unless it is given. */
export const setSentPix = (psp: Psp): Operation<Schemas['SetSentPix']> => ({
  handle: async ({ body: { balance, ...behaviour } }) => {
    await psp.sends.set({ ...ordinarySends, ...behaviour });
    if (balance !== undefined) await psp.account.save({ id: accountId, balanceMinor: parseDecimal(balance, 2) ?? 0 });
    psp.sweeper.wake();
    return describe(psp);
  },
});

const describe = async (psp: Psp, idEnvio?: string): Promise<ApiResponse> => {
  const sent = await psp.sent.list(idEnvio === undefined ? {} : { ids: [idEnvio] }, {
    isNewestFirst: true,
    limit: sentMax,
  });
  const balance = formatMinor((await psp.account.find(accountId))?.balanceMinor ?? 0);
  return { status: 200, body: { ...psp.sends.get(), balance, sent: sent.map(describeSent) } };
};

const describeSent = (sent: SentPix): Schemas['SentPix'] => ({
  idEnvio: sent.idEnvio,
  endToEndId: sent.endToEndId,
  amount: formatMinor(sent.amountMinor),
  returnedAmount: formatMinor(returnedMinorOf(sent)),
  status: sent.status,
  errorCode: sent.error?.codigo ?? null,
  receiver: 'chave' in sent.favorecido ? sent.favorecido.chave : (sent.favorecido.contaBanco['conta'] ?? ''),
  requestedAt: sent.requestedAt,
});

/** PUT /sandbox/pix/keys/{key}: who holds a key, or that nobody has it. */
export const setPixKey = (psp: Psp): Operation<Schemas['SetPixKey']> => ({
  handle: async ({ params, body }) => {
    const chave = params['key'] ?? '';
    const key = { chave, exists: body.exists ?? true, document: body.document ?? null };
    await psp.keys.save(key);
    return { status: 200, body: { key: chave, exists: key.exists, document: key.document } };
  },
});

/** POST /sandbox/pix/sends/{idEnvio}/return: the receiver's bank sends money back. */
export const returnSentPix = (psp: Psp): Operation<Schemas['ReturnSentPix'] | undefined> => ({
  handle: async ({ params, body }) => {
    const amountMinor = body?.amount === undefined ? undefined : parseDecimal(body.amount, 2);
    const idEnvio = params['idEnvio'] ?? '';
    const answer = await changeDocument(psp, psp.sent, idEnvio, async (sent, tx) => {
      const after = giveBackSent(sent, { amountMinor, reason: body?.reason ?? null, now: psp.clock.now() });
      if (after === undefined) return { saved: [], result: nothingLeft() };
      await credit(psp, returnedMinorOf(after) - returnedMinorOf(sent), tx);
      const messages = await sentMessages(psp, after, toReturnCallback(after), tx);
      return { saved: [after], messages, result: { status: 200, body: describeSent(after) } };
    });
    return (
      answer ?? problem({ status: 404, code: 'sandbox.sent_not_found', detail: `Nothing was sent as ${idEnvio}.` })
    );
  },
});

const nothingLeft = (): ApiResponse =>
  problem({
    status: 409,
    code: 'sandbox.sent_not_returnable',
    detail: 'It was not carried out, or less than that is left of it.',
  });
