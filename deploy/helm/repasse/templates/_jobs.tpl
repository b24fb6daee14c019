{{/*
The steps before a release's pods: topics, schemas, roles, and a migration for each database. Each is a hook, so that an
upgrade whose step fails changes nothing. A step may run at every deployment.
*/}}
{{- define "repasse.jobs" -}}
{{- $root := . -}}
{{- $jobs := dict -}}
{{- $deploy := dict "image" "deploy" "weight" "-10" -}}
{{- $steps := .Values.steps -}}
{{- if $steps.topics.enabled }}{{ $_ := set $jobs "topics" (merge (dict "command" (list "deploy/dist/kafka/apply-topics.js" "--apply")) $deploy) }}{{ end -}}
{{- if $steps.schemas.enabled }}{{ $_ := set $jobs "schemas" (merge (dict "command" (list "deploy/dist/kafka/register-schemas.js")) $deploy) }}{{ end -}}
{{- if $steps.roles.enabled }}{{ $_ := set $jobs "roles" (merge (dict "command" (list "deploy/dist/postgres/apply-roles.js")) $deploy) }}{{ end -}}
{{- range $name, $component := fromYaml (include "repasse.components" .) }}
  {{- if and $component.database $steps.migrate.enabled }}
    {{- $command := list (printf "services/%s/dist/admin.js" $name) "migrate" "--apply" -}}
    {{- $_ := set $jobs (printf "migrate-%s" $name) (dict "image" $component.image "weight" "-5" "command" $command "database" $component.database) -}}
  {{- end -}}
{{- end -}}
{{ toYaml $jobs }}
{{- end -}}

{{/* Takes root, name and job. */}}
{{- define "repasse.jobSettings" -}}
{{- $root := .root -}}
{{- if eq .name "topics" }}
{{ include "repasse.kafkaSettings" $root }}
{{ include "repasse.kafkaName" (dict "root" $root "name" "deploy") }}
{{- else if eq .name "schemas" }}
{{ include "repasse.registrySettings" $root }}
{{- else if eq .name "roles" }}
POSTGRES_TLS: {{ $root.Values.postgres.tls }}
{{- else }}
POSTGRES_URL: {{ include "repasse.postgresUrl" (dict "root" $root "database" .job.database) }}
POSTGRES_TLS: {{ $root.Values.postgres.tls }}
{{- end }}
{{- end -}}

{{/* Takes root and name. The roles' passwords are those of the services' own Secrets. */}}
{{- define "repasse.jobMounts" -}}
{{- $root := .root -}}
{{- $kafka := dict "root" $root "name" "deploy" -}}
{{- $step := index $root.Values.steps (ternary "migrate" .name (hasPrefix "migrate-" .name)) -}}
{{- $secrets := dict -}}
{{- $files := dict -}}
{{- if eq .name "topics" }}
  {{- $secrets = fromYaml (include "repasse.kafkaSecrets" $kafka) -}}
  {{- $files = fromYaml (include "repasse.kafkaFiles" $kafka) -}}
{{- else if eq .name "schemas" }}
  {{- $secrets = fromYaml (include "repasse.registrySecrets" $root) -}}
  {{- $files = fromYaml (include "repasse.registryFiles" $root) -}}
{{- else }}
  {{- $files = fromYaml (include "repasse.postgresFiles" $root) -}}
{{- end -}}
{{- if eq .name "roles" }}{{ $secrets = fromYaml (include "repasse.rolePasswords" $root) }}{{ end -}}
{{ include "repasse.mounts" (dict "root" $root "name" "deploy" "from" $step "secrets" $secrets "files" $files) }}
{{- end -}}

{{- define "repasse.rolePasswords" -}}
{{- $root := . -}}
{{- $short := dict "identity" "IDENTITY" "payment-gateway" "GATEWAY" "charge" "CHARGE" "split-settlement" "LEDGER" "invoice-query" "QUERY" "webhook-dispatcher" "WEBHOOK" "provider-sandbox" "SANDBOX" -}}
{{- $secrets := dict -}}
{{- range $name, $component := fromYaml (include "repasse.components" .) }}
  {{- if $component.database }}
    {{- $mounts := fromYaml (include "repasse.componentMounts" (dict "root" $root "name" $name)) -}}
    {{- $_ := set $secrets (printf "%s_POSTGRES_PASSWORD" (index $short $name)) (index $mounts.secrets "POSTGRES_PASSWORD") -}}
  {{- end -}}
{{- end -}}
{{ toYaml $secrets }}
{{- end -}}
