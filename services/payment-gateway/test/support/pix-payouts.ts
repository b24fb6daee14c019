import { loadOpenApi } from '@repasse/contracts';
import { randomIds } from '@repasse/chassis/ids';
import { type FakeClock } from '@repasse/chassis/testing/clock';
import { startStandIn } from '@repasse/chassis/testing/stand-in';
import { type Bank, startBank } from './bank';
import { type Gateway, guardTimings, startGateway } from './gateway';
import { withdrawal } from './withdrawals';

type Json = Record<string, unknown>;

export interface PixPayouts {
  readonly gateway: Gateway;
  readonly bank: Bank;
  /** What identity says of every destination from now on; null when it has none, undefined when it does not answer. */
  destinationIs(destination: Json | null | undefined): void;
  /** A user asks for 500.00 BRL, of which 2.00 are a fee; answers the withdrawal's id. */
  withdraw(other?: Json): Promise<string>;
  expectPublished(withdrawalId: string, types: readonly string[]): ReturnType<Gateway['expectPublished']>;
  /** The bank calls back about a payout. */
  callBack(withdrawalId: string, tipo?: 'SOLICITACAO' | 'DEVOLUCAO'): Promise<number>;
  stop(): Promise<void>;
}

export const holder = { name: 'Ana Souza', document: '52998224725' };
export const toKey: Json = {
  ...{ userId: 1_001, rail: 'PIX', kind: 'PIX_KEY', label: 'CPF ***.982.247-**', isRemoved: false },
  ...{ pixKey: { type: 'CPF', key: holder.document }, bankAccount: null, coinAddress: null, holder },
  verification: 'VERIFIED',
};
export const toAccount = (account: string): Json => ({
  ...toKey,
  pixKey: null,
  bankAccount: { ispb: '12345678', branch: '0001', account, accountType: 'CHECKING' },
});

export const idEnvioOf = (withdrawalId: string): string => withdrawalId.slice('wd_'.length);

/** A gateway that pays out by PIX, the bank it sends from, and identity over real HTTP. */
export const startPixPayouts = async (clock: FakeClock): Promise<PixPayouts> => {
  const bank = await startBank();
  let destination: Json | null | undefined = toKey;
  const identity = await startStandIn(async ({ url = '' }, response) => {
    const { info } = loadOpenApi('identity');
    const destinationId = url.split('/').at(-1);
    const isAsked = url.startsWith('/internal/destinations/');
    const status = !isAsked ? 200 : destination === undefined ? 503 : destination === null ? 404 : 200;
    const body = isAsked ? { destinationId, ...destination } : { info };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const env = { PIX_PAYOUTS: 'on', IDENTITY_URL: identity.url, IDENTITY_TOKEN: 'a-token-of-the-gateway-for-tests' };
  const gateway = await startGateway(bank, { clock, guardTimings }, env);
  const type = 'repasse.withdrawal.requested.v1';
  return {
    gateway,
    bank,
    destinationIs: (given) => {
      destination = given;
    },
    withdraw: async (other = {}) => {
      const destinationId = `dst_${randomIds.ulid()}`;
      const byPix = { payCurrency: 'BRL', payAddress: 'CPF ***.982.247-**', rail: 'PIX', payoutMinor: 49_800 } as const;
      const data = withdrawal({ ...byPix, destinationId, ...other });
      await gateway.bus.tell(type, data.withdrawalId, data);
      return data.withdrawalId;
    },
    expectPublished: (withdrawalId, types) => gateway.bus.untilPublished('payout.events.v1', withdrawalId, types),
    callBack: async (withdrawalId, tipo = 'SOLICITACAO') => {
      const pix = [{ endToEndId: 'E0', tipo, status: 'REALIZADO', gnExtras: { idEnvio: idEnvioOf(withdrawalId) } }];
      return (await gateway.callback({ pix })).status;
    },
    stop: async () => {
      await gateway.stop();
      await Promise.all([bank.stop(), identity.stop()]);
    },
  };
};
