import { randomBytes } from 'node:crypto';
import { type RevolutWebhook } from '../../store/revolut-webhook-table';
import { orderEvents } from './order';

const secretBytes = 24;

export const describeWebhook = ({ id, url, events, signingSecret }: RevolutWebhook): object => ({
  id,
  url,
  events,
  signing_secret: signingSecret,
});

export const newSigningSecret = (): string => `wsk_${randomBytes(secretBytes).toString('base64url')}`;

export const areEvents = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((name) => typeof name === 'string' && orderEvents.some((event) => event === name));
