import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type Bank, bankAccount, startBank } from './support/bank';
import { callbackToken, type Gateway, newRequest, startGateway } from './support/gateway';

let bank: Bank;
let gateway: Gateway | undefined;

beforeEach(async () => {
  bank = await startBank();
});
afterEach(async () => {
  await gateway?.stop();
  await bank.stop();
});

describe('the callback address', () => {
  it('is given to the bank at start, under a key that needs escaping', async () => {
    gateway = await startGateway(bank, {}, { PIX_KEY: '+5511999999999' });

    const given = await eventually(() => bank.webhookOf('+5511999999999'));
    expect(given).toMatch(new RegExp(`/callbacks/pix/${callbackToken}$`));
    await eventually(async () => (await gateway?.metric('repasse_pix_webhook_registered'))?.endsWith(' 1'));
  });

  it('is given again until the bank takes it, and payments do not wait for that', async () => {
    bank.next('put_webhook', { kind: 'answer', status: 503, isDone: false });
    gateway = await startGateway(bank);

    expect((await gateway.requestPayment(newRequest().body)).status).toBe(200);
    await eventually(() => bank.webhookOf(bankAccount.chave));
    expect(bank.count('put_webhook')).toBe(2);
  });
});

it('starts while the bank is away, is ready, and stops', async () => {
  await bank.leave();
  const { url } = (gateway = await startGateway(bank));

  // The other parties are reached at once, and the bank is none that readiness waits for.
  await eventuallyHolds(async () =>
    expect(await (await fetch(`${url}/health/ready`)).json()).toMatchObject({ status: 'ok' }),
  );
  await bank.restart();
});
