#!/bin/sh
set -eu
logs='-Dorg.slf4j.simpleLogger.defaultLogLevel=warn -Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info'
# It also formats the folder of the data, and complains of one that is formatted already.
# shellcheck disable=SC2086
java $logs -cp '/opt/kafka/libs/*' kafka.docker.KafkaDockerWrapper setup --default-configs-dir /etc/kafka/docker \
  --mounted-configs-dir /mnt/shared/config --final-configs-dir /opt/kafka/config > /tmp/setup.log 2>&1 \
  || grep -qi 'already formatted' /tmp/setup.log || { cat /tmp/setup.log; exit 1; }
# shellcheck disable=SC2086
exec java ${KAFKA_HEAP_OPTS:--Xmx1G -Xms1G} $logs ${KAFKA_OPTS:-} -cp '/opt/kafka/libs/*' kafka.Kafka \
  /opt/kafka/config/server.properties
