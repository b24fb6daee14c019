package repasse;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;

/**
 * Makes of each message the row of one table for all events: the headers are columns, the data is JSON as text. Connect's
 * own converters know neither the five bytes in front of the JSON nor the headers, and sinks want columns of known types.
 */
public final class EventConverter implements Converter {
    private static final int HEAD_LENGTH = 5;
    private static final Schema ROW = SchemaBuilder.struct().name("repasse.Event")
        .field("topic", Schema.STRING_SCHEMA)
        .field("subject", Schema.STRING_SCHEMA)
        .field("position", Schema.INT64_SCHEMA)
        .field("id", Schema.STRING_SCHEMA)
        .field("type", Schema.STRING_SCHEMA)
        .field("time", Timestamp.SCHEMA)
        .field("data", Schema.STRING_SCHEMA)
        .build();

    @Override
    public void configure(Map<String, ?> settings, boolean isKey) {}

    @Override
    public SchemaAndValue toConnectData(String topic, Headers headers, byte[] value) {
        if (value == null || value.length < HEAD_LENGTH || value[0] != 0) throw new DataException("No event of a registry");
        var row = new Struct(ROW)
            .put("topic", topic)
            .put("subject", text(headers, "ce_subject"))
            .put("position", Long.valueOf(text(headers, "ce_position")))
            .put("id", text(headers, "ce_id"))
            .put("type", text(headers, "ce_type"))
            .put("time", Date.from(Instant.parse(text(headers, "ce_time"))))
            .put("data", new String(value, HEAD_LENGTH, value.length - HEAD_LENGTH, StandardCharsets.UTF_8));
        return new SchemaAndValue(ROW, row);
    }

    private static String text(Headers headers, String name) {
        var header = headers.lastHeader(name);
        if (header == null) throw new DataException("No header " + name);
        return new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte[] value) {
        throw new DataException("Headers are needed");
    }

    @Override
    public byte[] fromConnectData(String topic, Schema schema, Object value) {
        throw new DataException("It only reads");
    }
}
