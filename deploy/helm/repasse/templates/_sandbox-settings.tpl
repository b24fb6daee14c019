{{/* The simulated providers and their public credentials, which open nothing real. Takes root and name. */}}
{{- define "repasse.sandboxSettings" -}}
{{- $world := include "repasse.address" (dict "root" .root "name" "provider-sandbox" "port" 8090) -}}
{{- $gateway := include "repasse.address" (dict "root" .root "name" "payment-gateway" "port" 8081) -}}
{{- if eq .name "charge" }}
INTERNATIONAL_SDK_URL: {{ .root.Values.sandbox.publicUrl }}/revolut/embed.js
{{- else if eq .name "console" }}
PROVIDER_SANDBOX_URL: {{ $world }}
PROVIDER_SANDBOX_PUBLIC_URL: {{ .root.Values.sandbox.publicUrl }}
{{- else if eq .name "payment-gateway" }}
{{ include "repasse.sandboxCredentials" . }}
PIX_BASE_URL: {{ $world }}/pix
PIX_KEY: 7d9f0335-8dcc-4054-9bf9-0dbd61d36906
PIX_RECEIVER_NAME: REPASSE SANDBOX
PIX_RECEIVER_CITY: SAO PAULO
PIX_RECEIVER_DOCUMENT: 12ABC34501DE35
REVOLUT_BASE_URL: {{ $world }}/revolut
REVOLUT_MODE: sandbox
REVOLUT_CALLBACK_URL: {{ $gateway }}/callbacks/revolut
FX_BASE_URL: {{ $world }}/fx
CIELO_BASE_URL: {{ $world }}/cielo
CIELO_QUERY_URL: {{ $world }}/cielo-query
CIELO_SOFT_DESCRIPTOR: REPASSE
NOWPAYMENTS_BASE_URL: {{ $world }}/nowpayments/v1
NOWPAYMENTS_CALLBACK_URL: {{ $gateway }}/callbacks/nowpayments
{{- else if eq .name "provider-sandbox" }}
{{ include "repasse.sandboxCredentials" . }}
{{- end }}
{{- end -}}

{{- define "repasse.sandboxCredentials" -}}
PIX_CLIENT_ID: sandbox-only
PIX_CLIENT_SECRET: sandbox-only-it-opens-nothing-real
REVOLUT_SECRET_KEY: sk_sandbox-only-it-opens-nothing-real
CIELO_MERCHANT_ID: 00000000-0000-4000-8000-000000000001
CIELO_MERCHANT_KEY: SANDBOXONLYSANDBOXONLYSANDBOXONLYSANDBOX
NOWPAYMENTS_API_KEY: sandbox-only-it-opens-nothing-real
NOWPAYMENTS_IPN_SECRET: sandbox-only-it-signs-nothing-real
NOWPAYMENTS_EMAIL: payouts@merchant.example
NOWPAYMENTS_PASSWORD: sandbox-only-it-opens-nothing-real
NOWPAYMENTS_TOTP_SECRET: SANDBOXONLYSANDBOXONLYSANDBOXONL
{{- end -}}
