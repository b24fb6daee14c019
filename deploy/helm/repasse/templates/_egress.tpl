{{/* Takes to, a list of peers of which none means anywhere, and ports. */}}
{{- define "repasse.egress" -}}
- ports:
    {{- range .ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with .to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- define "repasse.dnsEgress" -}}
- ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
  {{- with .dnsTo }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* The host of an address. */}}
{{- define "repasse.host" -}}
{{ (urlParse .).host | regexFind "^[^:]*" }}
{{- end -}}
