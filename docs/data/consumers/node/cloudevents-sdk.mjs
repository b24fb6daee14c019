// Prints one event, read by the CloudEvents SDK: node cloudevents-sdk.mjs <ce_id>
import { Kafka as CloudEvents } from 'cloudevents';
import { readUntilNow } from './events.mjs';

const [wanted] = process.argv.slice(2);
let found;

/** The SDK reads the value as JSON, as its content-type says. The five bytes in front belong to the registry's format. */
const withoutHead = (event) => ({ ...event, value: event.value.subarray(5) });

await readUntilNow(['charge.events.v1'], (event) => {
  if (event.headers.ce_id === wanted) found = CloudEvents.toEvent(withoutHead(event));
});

const { id, type, subject, position, data } = found;
console.log(JSON.stringify({ id, type, subject, position, chargeId: data.chargeId }));
