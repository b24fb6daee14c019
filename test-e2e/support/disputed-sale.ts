import { eventually } from '@repasse/chassis/testing/eventually';
import { type Charge, type MerchantApi, request } from './api';
import { payByCard, saleOf, testCards } from './cards';

type Created = Charge & { readonly checkoutToken: string };

interface Dispute {
  readonly id: string;
}

/** A sale by card of 90.00 that its holder disputes: the dispute's id, once it is listed. */
export const disputedSale = async (merchant: MerchantApi): Promise<string> => {
  const { stack } = merchant;
  const { body } = await merchant.post<Created>('/charge', { grossAmount: '90.00', currency: 'BRL' });
  const open = { chargeId: body.id, checkoutToken: body.checkoutToken };
  const { body: paid } = await payByCard(stack, open, testCards.approved);
  await eventually(async () => (await merchant.timelineTypes(body.id)).includes('repasse.split.settled.v1'));
  await request('POST', `${stack.sandboxUrl}/sandbox/card/chargeback`, {
    body: { paymentId: await saleOf(stack, paid) },
  });
  const listed = async () =>
    (await merchant.get<{ readonly data: readonly Dispute[] }>(`/disputes?chargeId=${body.id}`)).body.data[0];
  await eventually(async () => (await listed()) !== undefined);
  return (await listed())?.id ?? '';
};
