import { fieldsOf, isSame } from '../../request';
import { failed, invalidRequest, type NowPaymentsEndpoint } from '../nowpayments';

/** POST /auth: the words one signs in to the dashboard with, for a token of five minutes. */
export const signIn: NowPaymentsEndpoint = async ({ account }, request) => {
  const { email, password } = fieldsOf(request.body);
  if (typeof email !== 'string' || typeof password !== 'string')
    return invalidRequest('email and password are required');
  // Not even the letters' case of the address is forgiven.
  if (account === undefined || !isSame(email, account.email) || !isSame(password, account.password))
    return failed(401, 'AUTH_FAILED', 'Wrong email or password');
  return { status: 200, body: { token: await account.tokens.issue({ id: account.email }) } };
};
