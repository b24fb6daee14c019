{{/* The programs that keep running: their image, entry, port and database. `kind` says which settings they know. */}}
{{- define "repasse.allComponents" -}}
identity: { kind: service, image: identity, entry: services/identity/dist/main.js, port: 8086, database: repasse_identity }
payment-gateway: { kind: service, image: payment-gateway, entry: services/payment-gateway/dist/main.js, port: 8081, database: repasse_payment_gateway }
charge: { kind: service, image: charge, entry: services/charge/dist/main.js, port: 8082, database: repasse_charge }
split-settlement: { kind: service, image: split-settlement, entry: services/split-settlement/dist/main.js, port: 8083, database: repasse_split_settlement }
invoice-query: { kind: service, image: invoice-query, entry: services/invoice-query/dist/main.js, port: 8084, database: repasse_invoice_query }
webhook-dispatcher: { kind: service, image: webhook-dispatcher, entry: services/webhook-dispatcher/dist/main.js, port: 8085, database: repasse_webhook_dispatcher }
edge: { kind: edge, image: deploy, entry: deploy/dist/edge/main.js, port: 8080 }
console: { kind: console, image: console, entry: services/console/dist/main.js, port: 8094 }
provider-sandbox: { kind: sandbox, image: provider-sandbox, entry: services/provider-sandbox/dist/main.js, port: 8090, database: repasse_provider_sandbox }
{{- end -}}

{{/* Without the simulated providers where money is real, and without a console that has no address. */}}
{{- define "repasse.components" -}}
{{- $all := fromYaml (include "repasse.allComponents" .) -}}
{{- if not .Values.sandbox.enabled }}{{ $all = omit $all "provider-sandbox" }}{{ end -}}
{{- if not .Values.consolePublicUrl }}{{ $all = omit $all "console" }}{{ end -}}
{{ toYaml $all }}
{{- end -}}

{{/* Who calls whom. A test compares it with the addresses in the settings, here and in docker-compose.yml. */}}
{{- define "repasse.calls" -}}
{{- $sandbox := .Values.sandbox.enabled -}}
{{- $clock := ternary (list "provider-sandbox") list $sandbox -}}
{{- $calls := dict
  "edge" (list "charge" "identity" "invoice-query" "payment-gateway" "split-settlement" "webhook-dispatcher")
  "charge" (concat (list "identity" "payment-gateway") $clock)
  "payment-gateway" (concat (list "identity" "split-settlement") $clock)
  "split-settlement" (concat (list "identity") $clock)
  "invoice-query" (concat (list "identity") $clock)
  "webhook-dispatcher" (concat (list "identity") $clock)
  "identity" (concat (list "identity") $clock) -}}
{{- if .Values.consolePublicUrl }}{{ $_ := set $calls "console" (concat (list "edge" "identity") $clock) }}{{ end -}}
{{- if $sandbox }}{{ $_ := set $calls "provider-sandbox" (list "payment-gateway") }}{{ end -}}
{{ toYaml $calls }}
{{- end -}}
