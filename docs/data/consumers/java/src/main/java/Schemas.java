import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** The registry's schemas, each asked for once by the id in front of a value. */
final class Schemas {
    private final JsonSchemaFactory factory = JsonSchemaFactory.getInstance(VersionFlag.V7);
    private final Map<Integer, JsonSchema> known = new HashMap<>();
    private final String registryUrl;

    Schemas(String registryUrl) {
        this.registryUrl = registryUrl;
    }

    void check(Event event, JsonNode data) throws IOException, InterruptedException {
        var id = ByteBuffer.wrap(event.message().value()).getInt(1);
        if (!known.containsKey(id)) known.put(id, fetch(id));
        var faults = known.get(id).validate(data);
        if (!faults.isEmpty()) throw new IOException(event.type() + " is not valid: " + faults);
    }

    private JsonSchema fetch(int id) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(registryUrl + "/schemas/ids/" + id)).build();
        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) throw new IOException("The registry has no schema " + id);
        return factory.getSchema(new ObjectMapper().readTree(answer.body()).get("schema").asText());
    }
}
