import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads whole topics without a consumer group: the reader itself knows where it is. */
final class Events {
    interface Reader {
        void read(Event event) throws Exception;
    }

    /** Gives every event that is in the topics now to the reader, once, in the order of its partition. */
    static void readUntilNow(List<String> topics, Reader reader) throws Exception {
        try (var consumer = open()) {
            var partitions = topics.stream().flatMap(topic -> partitionsOf(consumer, topic)).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Map<String, Long> seen = new HashMap<>();
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
                for (var message : consumer.poll(Duration.ofSeconds(1))) {
                    if (message.offset() < endOf(ends, message)) readOnce(new Event(message), seen, reader);
                }
            }
        }
    }

    private static KafkaConsumer<String, byte[]> open() {
        // A cluster with TLS and passwords takes its settings here: security.protocol, sasl.mechanism, sasl.jaas.config.
        var settings = new Properties();
        settings.put("bootstrap.servers", System.getenv("KAFKA_BROKERS"));
        settings.put("max.poll.records", "5000");
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    private static Stream<TopicPartition> partitionsOf(KafkaConsumer<?, ?> consumer, String topic) {
        var found = consumer.partitionsFor(topic);
        if (found == null || found.isEmpty()) throw new IllegalStateException("There is no topic " + topic);
        return found.stream().map(one -> new TopicPartition(topic, one.partition()));
    }

    private static long endOf(Map<TopicPartition, Long> ends, ConsumerRecord<?, ?> message) {
        return ends.get(new TopicPartition(message.topic(), message.partition()));
    }

    /** Leaves out what a producer has sent twice. */
    private static void readOnce(Event event, Map<String, Long> seen, Reader reader) throws Exception {
        if (event.position() <= seen.getOrDefault(event.subject(), 0L)) return;
        seen.put(event.subject(), event.position());
        reader.read(event);
    }

    private Events() {}
}
