import { assertNever } from '@repasse/chassis/decider';
import { maskedDocument, maskedEmail } from '../recipients/masked';
import { type PixKey, type Target } from './destination';

/** A destination as people recognise it, and from which nobody else learns who it is: it goes out in events. */
export const labelOf = (target: Target): string => {
  switch (target.kind) {
    case 'PIX_KEY':
      return `PIX ${maskedKey(target.pixKey)}`;
    case 'BANK_ACCOUNT': {
      const { ispb, branch, account } = target.bankAccount;
      return `Conta ${ispb}/${branch} ***${account.slice(-4)}`;
    }
    case 'COIN_ADDRESS': {
      const { payCurrency, payAddress } = target.coinAddress;
      return `${payCurrency} ${shortened(payAddress)}`;
    }
    default:
      return assertNever(target);
  }
};

const maskedKey = ({ type, key }: PixKey): string => {
  switch (type) {
    case 'CPF':
    case 'CNPJ':
      return `${type} ${maskedDocument(key)}`;
    case 'EMAIL':
      return maskedEmail(key);
    case 'PHONE':
      return `+55 ** *****-${key.slice(-4)}`;
    case 'EVP':
      return shortened(key);
    default:
      return assertNever(type);
  }
};

const shortened = (text: string): string => (text.length <= 12 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`);
