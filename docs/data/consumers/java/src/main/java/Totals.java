import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prints what the topics add up to, by payment method: charges paid, their gross amount, the shares that were settled.
 *
 * <pre>KAFKA_BROKERS=… java -cp 'target/classes:target/lib/*' Totals [--user 1001] [--validate]</pre>
 *
 * --validate checks every event against its schema in the registry (SCHEMA_REGISTRY_URL), which takes longer.
 */
public final class Totals {
    private record Total(long charges, long grossMinor, long sharesMinor) {
        Total plus(Total other) {
            return new Total(charges + other.charges, grossMinor + other.grossMinor, sharesMinor + other.sharesMinor);
        }
    }

    public static void main(String[] arguments) throws Exception {
        var asked = List.of(arguments);
        var user = asked.contains("--user") ? Long.valueOf(asked.get(asked.indexOf("--user") + 1)) : null;
        var schemas = asked.contains("--validate") ? new Schemas(System.getenv("SCHEMA_REGISTRY_URL")) : null;

        Map<String, Total> totals = new TreeMap<>();
        var count = new long[1];
        var startedAt = System.nanoTime();
        Events.readUntilNow(List.of("charge.events.v1", "settlement.events.v1"), event -> {
            count[0]++;
            var data = event.data();
            if (schemas != null) schemas.check(event, data);
            var isAsked = user == null || data.path("userId").asLong() == user;
            if (isAsked && totalOf(event, data) != null) {
                totals.merge(data.get("paymentMethod").asText(), totalOf(event, data), Total::plus);
            }
        });
        System.out.println(new ObjectMapper().writeValueAsString(totals));
        System.err.printf("%d events, %.0f a second%n", count[0], count[0] * 1e9 / (System.nanoTime() - startedAt));
    }

    private static Total totalOf(Event event, JsonNode data) {
        return switch (event.type()) {
            case "repasse.charge.paid.v1" -> new Total(1, data.get("grossAmountMinor").asLong(), 0);
            case "repasse.split.settled.v1" -> new Total(0, 0, sumOf(data.get("shares")));
            default -> null;
        };
    }

    private static long sumOf(JsonNode shares) {
        var sum = 0L;
        for (var share : shares) sum += share.get("amountMinor").asLong();
        return sum;
    }
}
