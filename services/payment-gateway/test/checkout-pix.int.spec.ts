import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { type CheckoutWorld, goodCard, openCheckouts } from './support/checkouts';

let clock: FakeClock;
let world: CheckoutWorld;

beforeAll(async () => {
  clock = fakeClock('2026-11-21T15:00:00.000Z');
  world = await openCheckouts({ clock });
});
afterAll(() => world.stop());

const inAnHour = '2026-11-21T13:00:00-03:00';
const asked = { clientMode: 'requestCheckout', amount: 100.1, expire_at: inAnHour, description: 'Pedido 42' };
const ana = { name: 'Ana Lima', email: 'ana@example.com', document: '529.982.247-25' };

describe('a PIX payment that asks its payer', () => {
  it('leads to a page, and shows the code once it is known who pays', async () => {
    const { made, body } = await world.createPix(asked);
    const { emv } = body['response'] as { emv: string };
    expect(made.checkout_url).toBe(`https://pay.example/payments/checkout/${made.checkout_id}`);
    expect(await world.state(made)).toMatchObject({ status: 'PENDING', isPayerNeeded: true, pix: null });

    const told = await world.tell(made, ana);

    expect(told).toMatchObject({ status: 200, body: { isPayerNeeded: false, pix: { emv } } });
    expect(told.text).not.toContain('Ana');
    expect((await world.read(made)).body['response']).toMatchObject({
      name_client: 'Ana Lima',
      email: 'ana@example.com',
      document_client: '52998224725',
      document_type: 'CPF',
    });
  });

  it('tells of the payer in no event', async () => {
    const { made } = await world.createPix(asked);
    await world.tell(made, ana);

    expect(JSON.stringify(await world.gateway.published(made.id_transaction))).not.toMatch(/Ana|52998224725/);
  });

  it('is told twice the same and changes nothing, and refuses anybody else', async () => {
    const { made } = await world.createPix(asked);
    await world.tell(made, ana);

    expect((await world.tell(made, { ...ana, document: '52998224725' })).status).toBe(200);
    const other = await world.tell(made, { ...ana, name: 'Bia Souza' });
    expect([other.status, other.body['code']]).toEqual([409, 'checkout.payer_differs']);
    expect((await world.read(made)).body['response']).toMatchObject({ name_client: 'Ana Lima' });
  });

  it('keeps the first of two who tell at once', async () => {
    const { made } = await world.createPix(asked);
    const answers = await Promise.all([world.tell(made, ana), world.tell(made, { ...ana, name: 'Bia Souza' })]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('adds to what its merchant knew', async () => {
    const { made } = await world.createPix({ ...asked, phoneNumber: '+55 11 91234-5678', email: 'old@example.com' });
    expect(await world.state(made)).toMatchObject({ isPayerNeeded: true });
    await world.tell(made, ana);

    expect((await world.read(made)).body['response']).toMatchObject({
      phoneNumber: '+55 11 91234-5678',
      email: 'ana@example.com',
      name_client: 'Ana Lima',
    });
  });

  it('asks nobody whom its merchant has named', async () => {
    const client = { name_client: 'Ana Lima', email: 'ana@example.com', document_client: '529.982.247-25' };
    const { made } = await world.createPix({ ...asked, ...client });

    expect(await world.state(made)).toMatchObject({ isPayerNeeded: false, pix: { emv: expect.any(String) } });
  });

  it.each([
    [{ ...ana, document: '529.982.247-24' }, ['document']],
    [{ ...ana, email: 'ana' }, ['email']],
    [{ name: 'A' }, ['document', 'email', 'name']],
  ])('%j is refused for all that is wrong with it', async (sent, fields) => {
    const { made } = await world.createPix(asked);
    const { status, body } = await world.tell(made, sent);

    expect(status).toBe(400);
    expect((body['errors'] as { field: string }[]).map(({ field }) => field).sort()).toEqual(fields);
  });

  it('is paid', async () => {
    const { made, body } = await world.createPix(asked);
    await world.tell(made, ana);
    const { transaction_pix_id: txid } = body['response'] as { transaction_pix_id: string };
    world.bank.pay(txid);
    await world.gateway.callback({ pix: [{ txid }] });
    await world.gateway.expectPublished(made.id_transaction, ['requested', 'offered', 'received']);

    expect(await world.state(made)).toMatchObject({ status: 'PAID', paidAt: expect.any(String), invoiceId: made.id });
  });

  it('takes no card, and a card’s checkout asks nobody', async () => {
    const { made } = await world.createPix(asked);
    const card = await world.createCard({ amount: 10 });

    expect((await world.pay(made, { card: goodCard() })).body['code']).toBe('auth.checkout_token_invalid');
    const { checkout_token } = card.made;
    const told = await world.tell(card.made, ana, { 'x-checkout-token': checkout_token });
    expect([told.status, told.body['code']]).toEqual([409, 'checkout.payer_not_asked']);
  });

  it('that has ended asks nobody any more', async () => {
    const { made } = await world.createPix({ ...asked, expire_at: new Date(clock.now().getTime() + 600_000) });
    clock.advance(700_000);
    await world.gateway.expectPublished(made.id_transaction, ['requested', 'offered', 'expired']);

    expect((await world.tell(made, ana)).body).toMatchObject({
      code: 'checkout.payer_not_asked',
      currentStatus: 'EXPIRED',
    });
  });

  it('without a checkout has no page', async () => {
    const { made } = await world.createPix({ ...asked, clientMode: 'noNeedToSpecify' });

    expect([made.checkout_id, made.checkout_url]).toEqual(['', '']);
  });
});
