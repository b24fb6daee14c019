import { type NowPaymentsEndpoint } from './nowpayments';

/** GET /status, for everybody. */
export const getStatus: NowPaymentsEndpoint = async () => ({ status: 200, body: { message: 'OK' } });
