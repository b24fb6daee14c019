{{/* Settings that only one component has. Takes root and name. */}}
{{- define "repasse.ownSettings" -}}
{{- $root := .root -}}
{{- $components := fromYaml (include "repasse.allComponents" $root) -}}
{{- $proxies := int $root.Values.proxiesInFront -}}
{{- if eq .name "edge" }}
GATEWAY_PORT: '8081'
PROXIES_IN_FRONT: {{ $proxies | quote }}
  {{- range $name, $component := $components }}
    {{- if eq $component.kind "service" }}
{{ $name | upper | replace "-" "_" }}_URL: {{ include "repasse.address" (dict "root" $root "name" $name "port" $component.port) }}
    {{- end }}
  {{- end }}
{{- else if eq .name "identity" }}
PROXIES_IN_FRONT: {{ add1 $proxies | quote }}
BOOTSTRAP_ADMIN_CLIENT_ID: admin
  {{- with $root.Values.consolePublicUrl }}
CONSOLE_PUBLIC_URL: {{ . }}
  {{- end }}
{{- else if eq .name "console" }}
PROXIES_IN_FRONT: {{ $proxies | quote }}
CONSOLE_PUBLIC_URL: {{ $root.Values.consolePublicUrl }}
API_URL: {{ include "repasse.address" (dict "root" $root "name" "edge" "port" 8080) }}
IDENTITY_URL: {{ include "repasse.address" (dict "root" $root "name" "identity" "port" 8086) }}
{{- else if eq .name "charge" }}
PROXIES_IN_FRONT: {{ add1 $proxies | quote }}
CHECKOUT_BASE_URL: {{ $root.Values.publicUrl }}
CHECKOUT_SAVE_CARDS: 'true'
IDENTITY_URL: {{ include "repasse.address" (dict "root" $root "name" "identity" "port" 8086) }}
PAYMENT_GATEWAY_URL: {{ include "repasse.address" (dict "root" $root "name" "payment-gateway" "port" 8081) }}
{{- else if eq .name "payment-gateway" }}
PROXIES_IN_FRONT: {{ add1 $proxies | quote }}
CHECKOUT_BASE_URL: {{ $root.Values.publicUrl }}
SPLIT_SETTLEMENT_URL: {{ include "repasse.address" (dict "root" $root "name" "split-settlement" "port" 8083) }}
IDENTITY_URL: {{ include "repasse.address" (dict "root" $root "name" "identity" "port" 8086) }}
{{- end }}
{{- if eq (index $components .name).kind "service" }}
{{ include "repasse.kafkaName" . }}
{{- end }}
{{- end -}}
