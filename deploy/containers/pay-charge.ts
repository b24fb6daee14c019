import { eventually } from '@repasse/chassis/testing/eventually';
import { makeMerchant, merchantApi } from '../local/seed';

/** As docker-compose.yml publishes them. */
const baseUrl = 'http://localhost:8080';
const sandboxUrl = 'http://localhost:8090';
const inbox = 'containers';
const waitMs = 60_000;

interface Attempt {
  readonly chargeId: string;
  readonly checkoutMeta: { readonly emv: string };
}

interface Delivery {
  readonly verified: boolean;
  readonly rawBody: string;
}

/** Pays a charge by PIX as a merchant and a payer from outside; answers what was seen. */
export const payCharge = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const admin = {
    clientId: env['BOOTSTRAP_ADMIN_CLIENT_ID'] ?? '',
    clientSecret: env['BOOTSTRAP_ADMIN_CLIENT_SECRET'] ?? '',
  };
  const emails = { merchant: 'loja@repasse.example', recipients: [] };
  const { merchant } = await makeMerchant({ baseUrl, sandboxUrl, admin }, emails);
  const api = await merchantApi(baseUrl, merchant);
  const { chargeId, checkoutMeta } = await api<Attempt>('POST', '/charge', {
    ...{ grossAmount: '100.00', currency: 'BRL', paymentMethod: 'PIX' },
    // The dispatcher sends it inside the network.
    webhookUrl: `http://provider-sandbox:8090/sandbox/inbox/${inbox}`,
  });
  await onSandbox('POST', '/sandbox/pix/pay', { emv: checkoutMeta.emv });
  const isPaid = async (): Promise<boolean> =>
    (await api<{ status: string }>('GET', `/charge/${chargeId}`)).status === 'PAID';
  await eventually(isPaid, { timeoutMs: waitMs, everyMs: 200 });
  const delivery = await eventually(() => deliveryOf(chargeId), { timeoutMs: waitMs, everyMs: 200 });
  if (!delivery.verified) throw new Error('The webhook came, and its signature is wrong.');
  return `${chargeId} is PAID, and its webhook came with a signature that verifies`;
};

const deliveryOf = async (chargeId: string): Promise<Delivery | undefined> => {
  const deliveries = (await onSandbox('GET', `/sandbox/inbox/${inbox}`)) as readonly Delivery[];
  return deliveries.find(({ rawBody }) => rawBody.includes(chargeId));
};

const onSandbox = async (method: string, path: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${sandboxUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${String(response.status)}: ${await response.text()}`);
  return response.json();
};
