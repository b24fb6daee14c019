{{/*
The Secrets of a component or job as files: `secrets` by the setting, which NAME_FILE points to, and `files` by the setting
that holds a path. Takes root, name, and `from`: its part of values.yaml.
*/}}
{{- define "repasse.mounts" -}}
{{- $secrets := dict -}}
{{- $files := dict -}}
{{- $own := include "repasse.componentName" . -}}
{{- range $setting, $ref := .from.secrets }}{{ $_ := set $secrets $setting (dict "name" (default $own $ref.name) "key" (default $setting $ref.key)) }}{{ end -}}
{{- range $setting, $ref := .from.files }}{{ $_ := set $files $setting (dict "name" (default $own $ref.name) "key" (default $setting $ref.key)) }}{{ end -}}
{{- if .secrets }}{{ $secrets = merge $secrets .secrets }}{{ end -}}
{{- if .files }}{{ $files = merge $files .files }}{{ end -}}
{{ toYaml (dict "secrets" $secrets "files" $files) }}
{{- end -}}

{{/* Of a program that keeps running. Takes root and name. */}}
{{- define "repasse.componentMounts" -}}
{{- $root := .root -}}
{{- $component := index (fromYaml (include "repasse.allComponents" $root)) .name -}}
{{- $from := deepCopy (index $root.Values.services .name) -}}
{{- $secrets := dict -}}
{{- $files := dict -}}
{{- if $component.database }}{{ $files = merge $files (fromYaml (include "repasse.postgresFiles" $root)) }}{{ end -}}
{{- if eq $component.kind "service" }}
  {{- $secrets = merge $secrets (fromYaml (include "repasse.kafkaSecrets" .)) (fromYaml (include "repasse.registrySecrets" $root)) -}}
  {{- $files = merge $files (fromYaml (include "repasse.kafkaFiles" .)) (fromYaml (include "repasse.registryFiles" $root)) -}}
{{- end -}}
{{- if and (eq .name "identity") $root.Values.consolePublicUrl (not (hasKey $from.secrets "CONSOLE_CALLERS")) }}
  {{- $_ := set $from.secrets "CONSOLE_CALLERS" dict -}}
{{- end -}}
{{- if eq .name "payment-gateway" }}
  {{- $provider := ternary "CIELO_NOTIFICATION_TOKENS" "PIX_CLIENT_SECRET" $root.Values.sandbox.enabled -}}
  {{- if not (hasKey $from.secrets $provider) }}{{ $_ := set $from.secrets $provider dict }}{{ end -}}
{{- end -}}
{{ include "repasse.mounts" (dict "root" $root "name" .name "from" $from "secrets" $secrets "files" $files) }}
{{- end -}}

{{- define "repasse.postgresFiles" -}}
{{- $files := dict -}}
{{- with .Values.postgres.ca }}{{ if .name }}{{ $_ := set $files "POSTGRES_TLS_CA" . }}{{ end }}{{ end -}}
{{ toYaml $files }}
{{- end -}}

{{/* The password of one user; Strimzi puts it into a Secret of the user's name. Takes root and name. */}}
{{- define "repasse.kafkaSecrets" -}}
{{- $secrets := dict -}}
{{- $mechanism := .root.Values.kafka.sasl.mechanism -}}
{{- if $mechanism }}
  {{- $setting := ternary "KAFKA_OAUTH_CLIENT_SECRET" "KAFKA_SASL_PASSWORD" (eq $mechanism "oauthbearer") -}}
  {{- $_ := set $secrets $setting (dict "name" (include "repasse.kafkaUser" .) "key" "password") -}}
{{- end -}}
{{ toYaml $secrets }}
{{- end -}}

{{- define "repasse.kafkaFiles" -}}
{{- $files := dict -}}
{{- $tls := .root.Values.kafka.tls -}}
{{- if $tls.enabled }}
  {{- if $tls.ca.name }}{{ $_ := set $files "KAFKA_TLS_CA" $tls.ca }}{{ end -}}
  {{- if $tls.clientCertificates }}
    {{- $user := include "repasse.kafkaUser" . -}}
    {{- $_ := set $files "KAFKA_TLS_CERT" (dict "name" $user "key" "user.crt") -}}
    {{- $_ := set $files "KAFKA_TLS_KEY" (dict "name" $user "key" "user.key") -}}
  {{- end -}}
{{- end -}}
{{- with .root.Values.kafka.sasl.tokenCa }}{{ if .name }}{{ $_ := set $files "KAFKA_OAUTH_TLS_CA" . }}{{ end }}{{ end -}}
{{ toYaml $files }}
{{- end -}}

{{- define "repasse.registrySecrets" -}}
{{- $secrets := dict -}}
{{- with .Values.schemaRegistry.password }}{{ if .name }}{{ $_ := set $secrets "SCHEMA_REGISTRY_PASSWORD" . }}{{ end }}{{ end -}}
{{ toYaml $secrets }}
{{- end -}}

{{- define "repasse.registryFiles" -}}
{{- $files := dict -}}
{{- with .Values.schemaRegistry.ca }}{{ if .name }}{{ $_ := set $files "SCHEMA_REGISTRY_TLS_CA" . }}{{ end }}{{ end -}}
{{ toYaml $files }}
{{- end -}}
