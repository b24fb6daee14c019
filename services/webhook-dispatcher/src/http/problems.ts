import { ProblemError } from '@repasse/chassis/http/problem';

export const endpointNotFound = (endpointId: string): ProblemError =>
  new ProblemError({ status: 404, code: 'webhook_endpoint.not_found', detail: `There is no endpoint ${endpointId}.` });

export const deliveryNotFound = (deliveryId: string): ProblemError =>
  new ProblemError({ status: 404, code: 'delivery.not_found', detail: `There is no delivery ${deliveryId}.` });

export const eventNotFound = (eventId: string): ProblemError =>
  new ProblemError({ status: 404, code: 'event.not_found', detail: `There is no event ${eventId}.` });

export const rotationTooSoon = (until: string | null): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'webhook_secret.rotation_too_soon',
    detail: `The previous secret is still valid until ${until ?? 'the end of its overlap'}; rotate again after that.`,
  });

export const conflict = (code: string, detail: string): ProblemError => new ProblemError({ status: 409, code, detail });
