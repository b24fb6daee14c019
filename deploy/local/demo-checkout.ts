import { merchantApi } from './seed';
import { type StackFile } from './stack-file';

/**
 * Makes a charge whose checkout a person can open and pay, and returns its address. Undefined when it cannot be made: the
 * system runs without it. Each start makes a charge of its own, because an earlier one may be paid or expired.
 */
export const demoCheckoutUrl = async ({ baseUrl, merchant }: StackFile): Promise<string | undefined> => {
  const body = { grossAmount: '10.00', currency: 'BRL', description: 'Demo', externalReference: 'demo-checkout' };
  try {
    const api = await merchantApi(baseUrl, merchant);
    const { checkoutUrl } = await api<{ checkoutUrl: string }>('POST', '/charge', body);
    return checkoutUrl;
  } catch {
    return undefined;
  }
};
