export type DestinationKind = 'PIX_KEY' | 'BANK_ACCOUNT' | 'COIN_ADDRESS';

/** The way money goes, by what the destination is. */
export const railOf = {
  PIX_KEY: 'PIX',
  BANK_ACCOUNT: 'PIX',
  COIN_ADDRESS: 'CRYPTO',
} as const satisfies Readonly<Record<DestinationKind, string>>;

export type Rail = (typeof railOf)[DestinationKind];
