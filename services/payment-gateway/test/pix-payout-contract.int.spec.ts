import { eventually } from '@repasse/chassis/testing/eventually';
import { type PayoutProvider, type PayoutRequest } from '../src/providers/payout-provider';
import { type ProviderCall } from '../src/providers/wire/raw-log';
import { newPayoutId, payoutContract, type PayoutStep, type PayoutWorld } from './payout-contract';
import { bankAccount, type BankOperation, startBank } from './support/bank';
import { openPix } from './support/open-pix';

const operations: Readonly<Record<PayoutStep, BankOperation>> = { release: 'send_pix', inspect: 'get_sent' };
const holder = { name: 'Ana Souza', document: '52998224725' };
const idEnvioOf = (payoutId: string): string => payoutId.slice('wd_'.length);

const newRequest = (): PayoutRequest => ({
  ...{ payoutId: newPayoutId(), payCurrency: 'BRL', payAddress: 'CPF ***.982.247-**', memo: null, payAmount: '89.89' },
  receiver: { holder, pixKey: { type: 'CPF', key: holder.document }, bankAccount: null },
});

const sender = (payouts: PayoutProvider | undefined): PayoutProvider => {
  if (payouts === undefined) throw new Error('Nobody sends PIX.');
  return payouts;
};

const openWorld = async (): Promise<PayoutWorld> => {
  const bank = await startBank();
  const kept: ProviderCall[] = [];
  const { provider, payouts, close } = openPix(bank.url, kept, 'on');
  await bank.sendsBecome('pending');
  await bank.haveFunds('1000000.00');
  // The bank sends nothing before it knows where to call back.
  const stopRegistering = provider.start();
  await eventually(async () => (await bank.webhookOf(bankAccount.chave)) !== undefined);
  const ends = async (payoutId: string, outcome: 'settled' | 'failed'): Promise<void> => {
    await bank.sendsBecome(outcome);
    await eventually(async () => (await bank.sent(idEnvioOf(payoutId)))?.status !== 'EM_PROCESSAMENTO');
  };
  const says = (change: object) =>
    bank.always('get_sent', { kind: 'changed', change: (sent) => ({ ...sent, ...change }) });
  return {
    provider: sender(payouts),
    kept,
    secrets: [bankAccount.clientSecret, 'eyJ', holder.name, holder.document],
    newRequest,
    trouble: (step, trouble) => bank.next(operations[step], trouble),
    sentCount: async (payoutId) => ((await bank.sent(idEnvioOf(payoutId))) === undefined ? 0 : bank.sentCount()),
    end: (payoutId, ending) => ends(payoutId, ending === 'sent' ? 'settled' : 'failed'),
    lie: async (_, about) => says(about === 'amount' ? { valor: '1.00' } : { status: 'DE_FERIAS' }),
    unknownName: 'held',
    stop: async () => {
      await stopRegistering();
      close();
      await bank.stop();
    },
  };
};

payoutContract('PIX_BCB', openWorld);
