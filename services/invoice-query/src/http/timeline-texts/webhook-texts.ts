import { sentence, type TextsOf } from './wording';

export const webhookTexts: TextsOf<'webhook'> = {
  'repasse.webhook.delivered.v1': (e) =>
    `Webhook ${e.eventType} delivered at attempt ${e.attemptNumber}${byHand(e.trigger)}.`,
  'repasse.webhook.attempt_failed.v1': (e) =>
    `Webhook ${e.eventType} not delivered at attempt ${e.attemptNumber}${byHand(e.trigger)}: ${because(e.failure)}${nextOf(e.nextAttemptAt)}`,
  'repasse.webhook.exhausted.v1': (e) =>
    `Webhook ${e.eventType} given up after ${e.attemptNumber} attempts: ${because(e.failure)} It can be sent again by hand.`,
};

const byHand = (trigger: 'AUTOMATIC' | 'MANUAL'): string => (trigger === 'MANUAL' ? ', sent by hand' : '');

const because = (failure: string | null): string =>
  failure === null ? 'the receiver did not take it.' : sentence(failure);

const nextOf = (nextAttemptAt: string | null): string =>
  nextAttemptAt === null ? '' : ` The next try is at ${nextAttemptAt}.`;
