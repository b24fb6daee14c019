import { replay } from './replay';
import { type TryOnce } from './try-once';

const messages = Array.from({ length: 6 }, (_, n) => ({
  webhook_id: `msg_${n}`,
  event_type: 'charge.paid',
  body: '{}',
  original: { durationMs: 1, responseStatus: 200, responseBody: '', failure: null },
}));

describe('a replay to a receiver that hangs', () => {
  it('ends with its time, and says of each message that it was not tried to the end', async () => {
    const started: string[] = [];
    const tryOnce: TryOnce = ({ id }) => new Promise(() => started.push(id));

    const results = await replay(messages, { url: 'https://b.example', signer: 'we_1', tryOnce, timeoutMs: 20 });

    expect(results.map(({ replay: answer }) => answer)).toEqual(messages.map(() => null));
    expect(started).toHaveLength(4);
  });
});
