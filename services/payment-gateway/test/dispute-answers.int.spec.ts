import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { type TestCall } from '@repasse/chassis/testing/http-test';
import { eventually } from '@repasse/chassis/testing/eventually';
import { orderIdOf } from '../src/providers/cielo/order-id';
import { type CardGateway, startCardGateway } from './support/card-gateway';
import { type Answer, fromInside, newRequest } from './support/gateway';

const merchantId = 1_001;
const person = 'per_01JDZZZZZZZZZZZZZZZZZZZZZZ';
const pdf = Buffer.from('%PDF-1.7\nthe delivery note\n%%EOF\n');

let world: CardGateway;
let clock: FakeClock;

beforeAll(async () => {
  clock = fakeClock('2026-11-21T15:00:00.000Z');
  world = await startCardGateway({ clock, isReconciling: false });
});
afterAll(() => world.stop());

interface Disputed {
  readonly disputeId: string;
  readonly paymentId: string;
  readonly saleId: string;
}

/** A sale of the merchant's by card that its holder disputes. */
const disputed = async (): Promise<Disputed> => {
  const expiresAt = new Date(clock.now().getTime() + 600_000).toISOString();
  const { paymentId } = await world.payByCard({ body: newRequest({ userId: merchantId, expiresAt }).body });
  const [sale] = await world.acquirer.salesOf(orderIdOf(paymentId));
  const saleId = sale?.paymentId ?? '';
  await world.acquirer.chargeBack(saleId, 'Received');
  await world.notify({ PaymentId: saleId, ChangeType: 7 });
  const opened = await told(paymentId, 'opened');
  return { disputeId: String(opened['disputeId']), paymentId, saleId };
};

/** The data of the event of a dispute, once it is published. */
const told = async (paymentId: string, type: string): Promise<Record<string, unknown>> => {
  const find = async () =>
    (await world.gateway.published(paymentId)).find((event) => event.type === `repasse.dispute.${type}.v1`);
  await eventually(async () => (await find()) !== undefined);
  return (await find())?.data as unknown as Record<string, unknown>;
};

const call = async (method: string, path: string, o: TestCall & { userId?: number; scope?: string } = {}) => {
  const { userId = merchantId, scope = method === 'GET' ? 'payments:read' : 'refunds:write', ...rest } = o;
  const token = o.token ?? (await world.gateway.token({ userId, scopes: [scope], personId: person }));
  return world.gateway.call(method, path, { ...rest, token });
};
const evidencePath = ({ disputeId }: Disputed) => `/disputes/${disputeId}/evidence`;
const send = (
  dispute: Disputed,
  bytes: Buffer | string,
  contentType = 'application/pdf',
  query = '',
): Promise<Answer> =>
  call('POST', evidencePath(dispute) + query, {
    rawBody: new Uint8Array(Buffer.from(bytes)),
    headers: { 'content-type': contentType },
  });
const defence = async (dispute: Disputed) => (await call('GET', evidencePath(dispute))).body;
const answer = (dispute: Disputed, body: object) => call('POST', `/disputes/${dispute.disputeId}/answer`, { body });

describe('what a merchant says to a dispute', () => {
  it('is evidence and one answer, which events tell without a word of it', async () => {
    const dispute = await disputed();
    const fileName = 'nota "fiscal" (São João).pdf';
    const added = await send(dispute, pdf, 'application/pdf', `?fileName=${encodeURIComponent(fileName)}`);
    expect(added).toMatchObject({
      status: 201,
      body: { fileName, contentType: 'application/pdf', sizeBytes: pdf.length, addedBy: person },
    });
    expect(await send(dispute, pdf)).toMatchObject({ status: 200, body: added.body });
    expect((await send(dispute, 'The parcel came on Friday.', 'text/plain')).status).toBe(201);

    const file = await call('GET', `${evidencePath(dispute)}/${String(added.body['id'])}`);
    expect(file.text).toBe(pdf.toString());
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': "attachment; filename*=UTF-8''nota%20%22fiscal%22%20%28S%C3%A3o%20Jo%C3%A3o%29.pdf",
    });
    expect(await defence(dispute)).toMatchObject({
      ...{ status: 'OPEN', answer: null, allowedActions: ['add_evidence', 'remove_evidence', 'answer'] },
      ...{ respondBy: '2026-11-29T03:00:00.000Z', data: [{ contentType: 'application/pdf' }, { fileName: null }] },
    });

    const answered = await answer(dispute, { decision: 'CONTEST', text: ' The note is signed. ' });
    expect(answered).toMatchObject({
      status: 200,
      body: {
        allowedActions: ['wait'],
        answer: { decision: 'CONTEST', text: 'The note is signed.', sentBy: 'OPERATOR', answeredBy: person },
      },
    });
    expect(await answer(dispute, { decision: 'CONTEST' })).toMatchObject({ status: 200, body: answered.body });
    const event = await told(dispute.paymentId, 'answered');
    expect(event).toMatchObject({ decision: 'CONTEST', sentBy: 'OPERATOR', evidenceCount: 2 });
    expect(JSON.stringify(await world.gateway.published(dispute.paymentId))).not.toMatch(/signed|fiscal|Friday/);
  });

  it('is refused with what can be done instead', async () => {
    const dispute = await disputed();
    const refused = (code: string, allowedActions: readonly string[]) => ({
      status: 409,
      body: { code, allowedActions, retryable: false },
    });
    expect(await answer(dispute, { decision: 'CONTEST' })).toMatchObject(
      refused('dispute.nothing_to_send', ['add_evidence', 'answer']),
    );
    expect(await answer(dispute, { decision: 'ACCEPT' })).toMatchObject({ status: 200 });
    expect(await answer(dispute, { decision: 'CONTEST', text: 'No!' })).toMatchObject(
      refused('dispute.answered', ['wait']),
    );
    expect(await send(dispute, pdf)).toMatchObject(refused('dispute.answered', ['wait']));

    await world.acquirer.chargeBack(dispute.saleId, 'AcceptedByMerchant');
    await world.notify({ PaymentId: dispute.saleId, ChangeType: 7 });
    await told(dispute.paymentId, 'lost');
    expect(await send(dispute, pdf)).toMatchObject({
      ...refused('dispute.decided', []),
      body: { currentStatus: 'LOST' },
    });
    expect(await defence(dispute)).toMatchObject({ status: 'LOST', answer: { decision: 'ACCEPT', text: null } });
  });

  it('is too late once the time is over', async () => {
    const dispute = await disputed();
    const day = clock.now();
    clock.set('2026-11-29T03:00:00.000Z');
    expect(await answer(dispute, { decision: 'ACCEPT' })).toMatchObject({
      status: 409,
      body: { code: 'dispute.overdue', allowedActions: ['wait'], currentStatus: 'OPEN' },
    });
    clock.set(day.toISOString());
  });

  it('is removed before the answer, and twice is no fault', async () => {
    const dispute = await disputed();
    const { body } = await send(dispute, pdf);
    const path = `${evidencePath(dispute)}/${String(body['id'])}`;
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(204);
    expect(await call('GET', path)).toMatchObject({ status: 404, body: { code: 'dispute.evidence_not_found' } });
    expect(await told(dispute.paymentId, 'evidence_removed')).toMatchObject({ evidenceCount: 0 });
    expect((await send(dispute, pdf)).status).toBe(201);
  });

  it('is ten pieces of evidence at most, however many come at once', async () => {
    const dispute = await disputed();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => send(dispute, `Text ${String(n)}`, 'text/plain')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(201), 409, 409]);
    expect(await defence(dispute)).toMatchObject({ allowedActions: ['remove_evidence', 'answer'] });
  });
});

describe('a file', () => {
  let dispute: Disputed;
  beforeAll(async () => {
    dispute = await disputed();
  });

  it.each([
    ['that is no PDF', '<html>%PDF-', 'application/pdf'],
    ['that is cut off', '%PDF-1.7 and no end', 'application/pdf'],
    ['that is another kind', pdf, 'image/png'],
    ['with the number of a card', 'paid by 4024 0071 0000 0040', 'text/plain'],
    ['of blanks', ' \n ', 'text/plain'],
    ['with a control character', 'a\u0000b', 'text/plain'],
  ])('%s is refused', async (_, bytes, contentType) => {
    expect(await send(dispute, bytes, contentType)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ field: 'body' }] },
    });
  });

  it('of another type, too large a one, and a name with a way in it are refused', async () => {
    expect((await send(dispute, '<svg/>', 'image/svg+xml')).status).toBe(415);
    expect((await send(dispute, Buffer.alloc(1_048_577), 'application/pdf')).status).toBe(413);
    expect(await send(dispute, pdf, 'application/pdf', '?fileName=..%2Fx.pdf')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'fileName' }] },
    });
  });
});

describe('others', () => {
  it('see nothing of a dispute, while staff read it and say nothing to it', async () => {
    const dispute = await disputed();
    const { body } = await send(dispute, pdf);
    const path = `${evidencePath(dispute)}/${String(body['id'])}`;
    const notFound = { status: 404, body: { code: 'dispute.not_found' } };
    for (const each of [evidencePath(dispute), path]) {
      expect(await call('GET', each, { userId: 1_666 })).toMatchObject(notFound);
    }
    expect(await call('GET', '/disputes/dsp_1/evidence')).toMatchObject(notFound);
    expect(
      (
        await call('POST', `/disputes/${dispute.disputeId}/answer`, {
          ...{ scope: 'payments:read', body: { decision: 'ACCEPT' } },
        })
      ).status,
    ).toBe(403);

    const scopes = ['payments:read', 'refunds:write'];
    const token = await world.gateway.token({ userId: 1, profile: 'OPERATOR', scopes });
    expect((await call('GET', path, { token })).status).toBe(200);
    expect(await call('DELETE', path, { token })).toMatchObject(notFound);
  });
});

it('is erased with the payer once the dispute is decided, and not before', async () => {
  const dispute = await disputed();
  await send(dispute, pdf);
  await answer(dispute, { decision: 'CONTEST', text: 'Ana signed it.' });
  const chargeIds = [dispute.paymentId.replace('pay_', 'ch_')];
  const erase = () =>
    world.gateway.call('POST', '/internal/payer-erasures', {
      ...{ body: { userId: merchantId, chargeIds }, headers: fromInside },
    });
  await erase();
  expect(await defence(dispute)).toMatchObject({ data: [{}], answer: { text: 'Ana signed it.' } });

  await world.acquirer.chargeBack(dispute.saleId, 'AcceptedByMerchant');
  await world.notify({ PaymentId: dispute.saleId, ChangeType: 7 });
  await told(dispute.paymentId, 'lost');
  await erase();
  expect(await defence(dispute)).toMatchObject({ data: [], answer: { decision: 'CONTEST', text: null } });
});
