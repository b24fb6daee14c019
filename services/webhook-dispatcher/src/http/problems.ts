import { ProblemError } from '@repasse/chassis/http/problem';
import { hintOfEnd } from './past-end';

export const endpointNotFound = (endpointId: string): ProblemError =>
  new ProblemError({ status: 404, code: 'webhook_endpoint.not_found', detail: `There is no endpoint ${endpointId}.` });

export const deliveryNotFound = (deliveryId: string): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'delivery.not_found',
    detail: `There is no delivery ${deliveryId}.${hintOfEnd(deliveryId)}`,
  });

export const eventNotFound = (eventId: string): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'event.not_found',
    detail: `There is no event ${eventId}.${hintOfEnd(eventId)}`,
  });

export const rotationTooSoon = (until: string | null): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'webhook_secret.rotation_too_soon',
    detail: `The previous secret is still valid until ${until ?? 'the end of its overlap'}; rotate again after that.`,
  });

export const conflict = (code: string, detail: string): ProblemError => new ProblemError({ status: 409, code, detail });
