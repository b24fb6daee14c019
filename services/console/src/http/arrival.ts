import { type Request } from 'express';
import { callerAddress } from '@repasse/chassis/limits/caller-address';
import { type Arrival } from '../identity';

const userAgentCharactersMax = 300;
const addressCharactersMax = 64;

/** From where a person comes, as far as the proxies before us can be trusted. */
export const arrivalOf = (request: Request, proxiesInFront: number): Arrival => {
  const { headers, socket } = request;
  const from = { forwardedFor: headers['x-forwarded-for'], remoteAddress: socket.remoteAddress ?? '' };
  return {
    address: callerAddress(from, proxiesInFront).slice(0, addressCharactersMax),
    userAgent: (headers['user-agent'] ?? '').slice(0, userAgentCharactersMax),
  };
};
