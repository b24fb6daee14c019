import { type Announcement, type PublicEvent } from '@repasse/chassis/outbox/outbox';
import { type EventData } from '@repasse/contracts';

export type UserEventType = Extract<
  keyof EventData,
  | `repasse.user.${string}`
  | `repasse.profile.${string}`
  | `repasse.api_key.${string}`
  | `repasse.recipient.${string}`
  | `repasse.destination.${string}`
>;

/** A fact about one user, told to the other services. */
export type UserEvent = { [T in UserEventType]: Pick<PublicEvent<T>, 'type' | 'time' | 'data'> }[UserEventType];

export const userEvent = <T extends UserEventType>(
  type: T,
  time: string,
  data: EventData[T],
): Pick<PublicEvent<T>, 'type' | 'time' | 'data'> => ({ type, time, data });

/** Everything about one user has one key, so a suspension never overtakes the registration. */
export const toPublicEvent = ({ type, time, data }: UserEvent): Announcement => ({
  type,
  key: String(data.userId),
  time,
  data,
});
