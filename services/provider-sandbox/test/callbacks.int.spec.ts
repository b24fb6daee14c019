import { eventually } from '@repasse/chassis/testing/eventually';
import { callbackUrl } from '../src/providers/pix/webhooks';
import { Receiver } from './receiver';
import { chave, newTxid, TestSandbox } from './sandbox';

let sandbox: TestSandbox;
let receiver: Receiver;

beforeAll(async () => {
  [sandbox, receiver] = await Promise.all([TestSandbox.start(), Receiver.start()]);
  await sandbox.psp('PUT', `/v2/webhook/${chave}`, { webhookUrl: `${receiver.url}/callbacks/pix/token?hmac=1` });
});
afterEach(async () => {
  await sandbox.call('PUT', '/sandbox/chaos', {});
  receiver.reset();
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

const payNew = async (): Promise<string> => {
  const { pixCopiaECola } = await sandbox.createCob(newTxid());
  return String((await sandbox.pay(pixCopiaECola)).body['endToEndId']);
};
const behave = (pix: object) => sandbox.call('PUT', '/sandbox/chaos', { pix });
/** A payment made when all is well again; once it is announced, what came before it has had its time. */
const settle = async (): Promise<string> => {
  await behave({});
  const last = await payNew();
  await eventually(() => receiver.payments.includes(last));
  return last;
};

describe('callbacks', () => {
  it('tell of a payment at the address of its key, with /pix behind the path', async () => {
    const endToEndId = await payNew();
    await eventually(() => receiver.requests.length === 1);

    expect(receiver.requests[0]?.path).toBe('/callbacks/pix/token/pix?hmac=1');
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
      pix: [{ endToEndId, valor: '37.00', chave, horario: expect.any(String) as string }],
    });
  });

  it('are repeated until they are taken', async () => {
    receiver.failNext(1);
    const endToEndId = await payNew();

    await eventually(() => receiver.payments.length === 2);
    expect(receiver.payments).toEqual([endToEndId, endToEndId]);
  });

  it('keep their turn when the clock is turned back', async () => {
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 86_400_000 });
    receiver.failNext(1);
    const endToEndId = await payNew();
    await eventually(() => receiver.payments.length === 1);
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 0 });

    await eventually(() => receiver.payments.length === 2);
    expect(receiver.payments).toEqual([endToEndId, endToEndId]);
  });

  it('outlive a restart', async () => {
    receiver.failNext(1);
    const endToEndId = await payNew();
    await eventually(() => receiver.payments.length === 1);
    await sandbox.restart();

    await eventually(() => receiver.payments.length === 2);
    expect(receiver.payments).toEqual([endToEndId, endToEndId]);
  });

  it('are not sent for a key without an address', async () => {
    const { pixCopiaECola } = await sandbox.createCob(newTxid(), { chave: 'loja@example.com' });
    await sandbox.pay(pixCopiaECola);

    const last = await settle();
    expect(receiver.payments).toEqual([last]);
  });
});

describe('callbacks under chaos', () => {
  it('are dropped', async () => {
    await behave({ dropCallbacks: true });
    await payNew();

    const last = await settle();
    expect(receiver.payments).toEqual([last]);
  });

  it('come twice', async () => {
    await behave({ duplicateCallbacks: true });
    const endToEndId = await payNew();

    await eventually(() => receiver.payments.length === 2);
    expect(receiver.payments).toEqual([endToEndId, endToEndId]);
  });

  it('come late, after one that was made later', async () => {
    await behave({ delayCallbacksMs: 2_000 });
    const late = await payNew();
    const prompt = await settle();

    expect(receiver.payments).toEqual([prompt]);
    await eventually(() => receiver.payments.length === 2);
    expect(receiver.payments).toEqual([prompt, late]);
  });

  it('come in pairs turned round, and a last one without a partner comes too', async () => {
    await behave({ reorderCallbacks: true });
    const [first, second] = [await payNew(), await payNew()];
    await eventually(() => receiver.payments.length === 2);
    const third = await payNew();

    await eventually(() => receiver.payments.length === 3);
    expect(receiver.payments).toEqual([second, first, third]);
  });
});

it.each([
  ['https://m.example/hook', 'https://m.example/hook/pix'],
  ['https://m.example/hook/', 'https://m.example/hook/pix'],
  ['https://m.example', 'https://m.example/pix'],
])('appends to %s', (registered, called) => {
  expect(callbackUrl(registered)).toBe(called);
});
