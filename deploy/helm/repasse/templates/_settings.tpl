{{/* The settings of a component, in the order of their weight: of all, its own, those of values.yaml. Takes root and name. */}}
{{- define "repasse.settings" -}}
{{- $root := .root -}}
{{- $component := index (fromYaml (include "repasse.allComponents" $root)) .name -}}
{{- $own := index $root.Values.services .name -}}
{{- $env := dict "PORT" (toString $component.port) "NODE_ENV" (ternary "development" "production" $root.Values.sandbox.enabled) -}}
{{- if $component.database }}
  {{- $_ := set $env "POSTGRES_URL" (include "repasse.postgresUrl" (dict "root" $root "database" $component.database "user" $component.database)) -}}
  {{- $_ := set $env "POSTGRES_TLS" $root.Values.postgres.tls -}}
{{- end -}}
{{- if ne $component.kind "sandbox" }}
  {{- $_ := set $env "METRICS_PORT" "9464" -}}
  {{- $_ := set $env "DRAIN_DELAY_MS" (mul 1000 $root.Values.drainSeconds | toString) -}}
{{- end -}}
{{- with $root.Values.tracing.endpoint }}
  {{- $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" . -}}
  {{- $_ := set $env "OTEL_TRACES_SAMPLER" "parentbased_traceidratio" -}}
  {{- $_ := set $env "OTEL_TRACES_SAMPLER_ARG" (toString $root.Values.tracing.ratio) -}}
{{- end -}}
{{- if eq $component.kind "service" }}{{ $env = merge (fromYaml (include "repasse.serviceSettings" $root)) $env }}{{ end -}}
{{- $env = merge (fromYaml (include "repasse.ownSettings" .)) $env -}}
{{- if $root.Values.sandbox.enabled }}{{ $env = merge (fromYaml (include "repasse.sandboxSettings" .)) $env }}{{ end -}}
{{- if ne $component.kind "sandbox" }}{{ $env = merge (deepCopy $root.Values.settings) $env }}{{ end -}}
{{ toYaml (merge (deepCopy $own.settings) $env) }}
{{- end -}}

{{/* Of every service: bus, registry, tokens. */}}
{{- define "repasse.serviceSettings" -}}
{{- $identity := include "repasse.address" (dict "root" . "name" "identity" "port" 8086) -}}
JWKS_URL: {{ $identity }}/.well-known/jwks.json
TOKEN_ISSUER: {{ .Values.publicUrl }}
{{ include "repasse.kafkaSettings" . }}
{{ include "repasse.registrySettings" . }}
{{- if .Values.sandbox.enabled }}
SANDBOX: 'true'
SANDBOX_CLOCK_URL: {{ include "repasse.address" (dict "root" . "name" "provider-sandbox" "port" 8090) }}/sandbox/clock
{{- end }}
{{- end -}}

{{/* Also of the job that applies the topics. Names and files of a client are in repasse.kafkaUser and repasse.mounts. */}}
{{- define "repasse.kafkaSettings" -}}
KAFKA_BROKERS: {{ join "," .Values.kafka.brokers }}
KAFKA_TLS: {{ .Values.kafka.tls.enabled | quote }}
{{- with .Values.kafka.sasl.mechanism }}
KAFKA_SASL_MECHANISM: {{ . }}
{{- end }}
{{- if eq .Values.kafka.sasl.mechanism "oauthbearer" }}
KAFKA_OAUTH_TOKEN_URL: {{ .Values.kafka.sasl.tokenUrl }}
  {{- with .Values.kafka.sasl.scope }}
KAFKA_OAUTH_SCOPE: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "repasse.registrySettings" -}}
SCHEMA_REGISTRY_URL: {{ .Values.schemaRegistry.url }}
{{- with .Values.schemaRegistry.username }}
SCHEMA_REGISTRY_USERNAME: {{ . }}
{{- end }}
{{- end -}}

{{/* Takes root, database and, unless the address is for a job, user. */}}
{{- define "repasse.postgresUrl" -}}
postgres://{{ with .user }}{{ . }}@{{ end }}{{ .root.Values.postgres.host }}:{{ .root.Values.postgres.port }}/{{ .database }}
{{- end -}}

{{/* Takes root and name. */}}
{{- define "repasse.kafkaName" -}}
{{- $mechanism := .root.Values.kafka.sasl.mechanism -}}
{{- if eq $mechanism "oauthbearer" }}
KAFKA_OAUTH_CLIENT_ID: {{ include "repasse.kafkaUser" . }}
{{- else if $mechanism }}
KAFKA_SASL_USERNAME: {{ include "repasse.kafkaUser" . }}
{{- end }}
{{- end -}}

{{/* The name by which a component or job is known to the brokers. */}}
{{- define "repasse.kafkaUser" -}}
{{ .root.Values.kafka.sasl.userPrefix }}{{ .name }}
{{- end -}}
