import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A message of a topic: the attributes are headers, the value is the registry's head and the data. */
record Event(ConsumerRecord<String, byte[]> message) {
    /** A zero, and the schema's id in four bytes. */
    static final int HEAD_LENGTH = 5;
    private static final ObjectMapper JSON = new ObjectMapper();

    String header(String name) {
        return new String(message.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    String type() {
        return header("ce_type");
    }

    /** Each topic counts the positions of a subject on its own. */
    String subject() {
        return message.topic() + "/" + header("ce_subject");
    }

    long position() {
        return Long.parseLong(header("ce_position"));
    }

    byte[] dataBytes() {
        return Arrays.copyOfRange(message.value(), HEAD_LENGTH, message.value().length);
    }

    JsonNode data() throws IOException {
        return JSON.readTree(message.value(), HEAD_LENGTH, message.value().length - HEAD_LENGTH);
    }
}
