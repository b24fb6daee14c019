import { readUnits, unitDecimals } from '../units';
import { findCoin } from './coins';

/** A text that a wallet was given: an address, and the amount where the text names one. */
export interface Destination {
  readonly address: string;
  /** In hundred-millionths of the coin with this code; undefined where the text names none, or one that is too fine. */
  readonly unitsOf: (payCurrency: string) => number | undefined;
}

/**
 * Reads what wallets read from a QR code: a bare address, BIP 21 (`bitcoin:ADDRESS?amount=0.5`), or ERC-681
 * (`ethereum:ADDRESS@56?value=WEI`, and `ethereum:CONTRACT@56/transfer?address=ADDRESS&uint256=UNITS` for tokens).
 */
export const readDestination = (text: string): Destination => {
  const [place = '', query = ''] = text.split('?');
  const named = new URLSearchParams(query);
  const holder = place.replace(/^[a-z]+:/, '').replace(/@.*$/, '');
  const address = place.endsWith('/transfer') ? (named.get('address') ?? '') : holder;
  const atoms = named.get('uint256') ?? named.get('value');
  return {
    address,
    unitsOf: (payCurrency) =>
      atoms === null ? readUnits(named.get('amount')) : unitsOfAtoms(atoms, findCoin(payCurrency)?.precision ?? 0),
  };
};

/** 40010000000000000000 with 18 decimals is 40.01. */
const unitsOfAtoms = (atoms: string, decimals: number): number | undefined => {
  if (!/^\d{1,40}$/.test(atoms)) return undefined;
  const digits = atoms.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction.length > unitDecimals ? undefined : readUnits(fraction === '' ? whole : `${whole}.${fraction}`);
};
