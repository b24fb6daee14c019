import { type components } from '@repasse/contracts/generated/http/identity';
import { type AuditActor } from '../../audit/write';

export type Arrival = components['schemas']['Arrival'];

/** The console says from where a person comes; it is who holds the other end of our connection. */
export const callerIn = ({ address }: Arrival) => ({ forwardedFor: undefined, remoteAddress: address });

export const actorFrom = ({ address, userAgent }: Arrival, requestId: string): AuditActor => ({
  ...{ address, userAgent, requestId },
});
