import { type EventData, type EventType } from '@repasse/contracts';
import { chargeTexts } from './charge-texts';
import { identityTexts } from './identity-texts';
import { paymentTexts } from './payment-texts';
import { recipientTexts } from './recipient-texts';
import { settlementTexts } from './settlement-texts';
import { webhookTexts } from './webhook-texts';
import { withdrawalTexts } from './withdrawal-texts';

type Texts = { readonly [T in EventType]: (data: EventData[T]) => string };

/** Explains each event to a merchant who has not read this code. A new event without a text does not compile. */
const texts: Texts = {
  ...chargeTexts,
  ...paymentTexts,
  ...settlementTexts,
  ...withdrawalTexts,
  ...webhookTexts,
  ...identityTexts,
  ...recipientTexts,
};

/** As the archive may see it: it keeps events of a later release when this one runs again. */
const known: Partial<Texts> = texts;

/** The event in plain words, or at least its name. */
export const timelineText = <T extends EventType>(type: T, data: EventData[T]): string =>
  known[type]?.(data) ?? `Event ${type}.`;
