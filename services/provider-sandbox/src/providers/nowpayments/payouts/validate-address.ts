import { fieldsOf } from '../../fields';
import { failed, type NowPaymentsEndpoint } from '../nowpayments';
import { readDestination } from './payout-rules';

/** POST /payout/validate-address */
export const validateAddress: NowPaymentsEndpoint = async (_, request) => {
  const destination = readDestination(fieldsOf(request.body));
  return 'code' in destination
    ? failed(400, destination.code, destination.message)
    : { status: 200, body: 'OK', contentType: 'text/plain' };
};
