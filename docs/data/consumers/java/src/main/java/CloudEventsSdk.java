import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudevents.kafka.CloudEventDeserializer;
import java.util.LinkedHashMap;
import java.util.List;

/** Prints one event, read by the CloudEvents SDK: CloudEventsSdk <ce_id> */
public final class CloudEventsSdk {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static void main(String[] arguments) throws Exception {
        Events.readUntilNow(List.of("charge.events.v1"), event -> {
            if (event.header("ce_id").equals(arguments[0])) print(event);
        });
    }

    /** The SDK hands the value on as JSON, as its content-type says. The five bytes belong to the registry's format. */
    private static void print(Event event) throws Exception {
        var cloudEvent = new CloudEventDeserializer()
            .deserialize(event.message().topic(), event.message().headers(), event.dataBytes());
        var shown = new LinkedHashMap<String, Object>();
        shown.put("id", cloudEvent.getId());
        shown.put("type", cloudEvent.getType());
        shown.put("subject", cloudEvent.getSubject());
        shown.put("position", cloudEvent.getExtension("position"));
        shown.put("chargeId", JSON.readTree(cloudEvent.getData().toBytes()).get("chargeId").asText());
        System.out.println(JSON.writeValueAsString(shown));
    }
}
