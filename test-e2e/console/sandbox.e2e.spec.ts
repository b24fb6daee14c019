import { eventually } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Charge } from '../support/api';
import { payByCard, testCards } from '../support/cards';
import { newPerson } from '../support/console';
import { describeOnShared } from '../support/on-each-bus';

interface Dispute {
  readonly chargeId: string;
}

describeOnShared('postgres', 'the sandbox behind the console', (stack) => {
  const merchantUser = () => stack.file.merchant.userId;
  const pay = (chargeId: string) => `/sandbox-controls/charges/${chargeId}/payment`;

  it('knows no charge of another merchant, whoever one says to be', async () => {
    const staff = await MerchantApi.signIn(stack.file, stack.file.admin);
    const merchant = await MerchantApi.signIn(stack.file, stack.file.merchant);
    const email = `sandbox-${String(Date.now())}@repasse.example`;
    const { body: other } = await staff.post<{ readonly id: number }>('/users', {
      ...{ email, name: 'Other', profile: 'CUSTOMER' },
    });
    const foreign = await newPerson(stack.file, other.id, 'OWNER');
    const { body: charge } = await merchant.createPixCharge();

    for (const path of [pay(charge.chargeId), pay(charge.chargeId).replace('payment', 'chargeback')])
      expect(await foreign.ask('POST', path, { body: {} })).toMatchObject({
        status: 404,
        body: { code: 'charge.not_found' },
      });
    expect(await foreign.ask('POST', pay(charge.chargeId), { body: {}, userId: merchantUser() })).toMatchObject({
      status: 404,
      body: { code: 'membership.not_found' },
    });
    const colleague = await newPerson(stack.file, merchantUser(), 'FINANCE');
    expect((await colleague.ask('POST', pay(charge.chargeId), { body: {} })).status).toBe(403);
    expect((await merchant.charge(charge.chargeId)).status).toBe('PENDING');
  });

  it('lets a developer, who moves no money, have a sale by card disputed', async () => {
    const merchant = await MerchantApi.signIn(stack.file, stack.file.merchant);
    const { body: made } = await merchant.post<Charge & { readonly checkoutToken: string }>('/charge', {
      ...{ grossAmount: '90.00', currency: 'BRL' },
    });
    await payByCard(stack.file, { chargeId: made.id, checkoutToken: made.checkoutToken }, testCards.approved);
    await eventually(async () => (await merchant.charge(made.id)).status === 'PAID');
    const developer = await newPerson(stack.file, merchantUser(), 'DEVELOPER');
    const path = `/sandbox-controls/charges/${made.id}/chargeback`;
    // The timeline hears of it a moment after the charge.
    await eventually(async () => (await developer.ask('POST', path, { body: {} })).status === 200);

    const disputes = async () =>
      (await merchant.get<{ readonly data: readonly Dispute[] }>(`/disputes?chargeId=${made.id}`)).body.data;
    await eventually(async () => (await disputes()).length === 1);
  });
});
