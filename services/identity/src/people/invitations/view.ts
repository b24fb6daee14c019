import { type Invitation } from './table';

export const invitationView = ({ invitationId, email, role, createdAt, expiresAt }: Invitation) => ({
  ...{ invitationId, email, role, createdAt, expiresAt },
});
