import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request, type Problem } from '../support/api';
import { RunningStack, stackStartTimeoutMs } from '../support/running-stack';
import { cpfOf } from '../support/sellers';

interface Recipient {
  readonly id: number;
  readonly verification: { readonly status: string; readonly refusalReasons: readonly string[] };
}

interface Fed {
  readonly type: string;
  readonly data: { readonly recipient?: { readonly userId: number } };
}

/** As `npm start -- --verifier` runs it: the sandbox verifies, and calls identity back. */
describe('recipients whom a provider verifies', () => {
  const stack = new RunningStack('postgres', undefined, { hasVerifier: true });
  let merchant: MerchantApi;

  beforeAll(async () => {
    await stack.start();
    merchant = await MerchantApi.signIn(stack.file);
  }, stackStartTimeoutMs);
  afterAll(() => stack.dispose(), stackStartTimeoutMs);

  const providerSays = (body: object) =>
    request('PUT', `${stack.file.sandboxUrl}/sandbox/verifications`, { body: { delayMs: 0, ...body } });

  const submitted = async (number: number): Promise<number> => {
    const { status, body } = await merchant.post<Recipient>('/recipients', {
      ...{ email: `seller${String(number)}@loja.example`, kind: 'PERSON', name: 'Ana Souza', document: cpfOf(number) },
      ...{ birthDate: '1990-04-21', telephone: '+5511987654321' },
      address: {
        ...{ street: 'Rua Augusta', number: '100', district: 'Consolação', city: 'São Paulo', state: 'SP' },
        postalCode: '01305-000',
      },
    });
    expect(status).toBe(201);
    expect((await merchant.post(`/recipients/${String(body.id)}/verification`)).status).toBe(200);
    return body.id;
  };
  const becomes = (id: number, verification: object) =>
    eventuallyHolds(async () => {
      const { body } = await merchant.get<Recipient>(`/recipients/${String(id)}`);
      expect(body.verification).toMatchObject(verification);
    });
  const isTold = (id: number, type: string) =>
    eventuallyHolds(async () => {
      const { body } = await merchant.get<{ readonly data: readonly Fed[] }>('/events?limit=500');
      const told = body.data.filter(({ data }) => data.recipient?.userId === id).map((event) => event.type);
      expect(told.at(-1)).toBe(type);
    });

  it('are verified without a person, and may be paid from then on', async () => {
    await providerSays({ outcome: 'VERIFIED' });
    const id = await submitted(1);

    await becomes(id, { status: 'VERIFIED' });

    await isTold(id, 'recipient.verified');
    const destination = { kind: 'PIX_KEY', pixKey: { type: 'CPF', key: cpfOf(1) } };
    expect((await merchant.post(`/recipients/${String(id)}/destinations`, destination)).status).toBe(201);
    // Whom the ledger takes for verified is refused for what comes after that.
    await eventuallyHolds(async () => {
      const { body } = await merchant.post<Problem>('/withdrawals', { amount: '1.00', userId: id });
      expect(body.code).toBe('withdrawal.destination_waiting');
    });
  });

  it('are refused with the provider’s reasons, which the merchant sees and is told', async () => {
    await providerSays({ outcome: 'REFUSED' });
    const id = await submitted(2);

    await becomes(id, { status: 'REFUSED', refusalReasons: ['DOCUMENT_MISMATCH'] });

    await isTold(id, 'recipient.refused');
  });
});
