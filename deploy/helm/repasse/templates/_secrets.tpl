{{/* The chart's own Secrets and their keys: those that no operator makes. A test compares them with make-secrets.mjs. */}}
{{- define "repasse.ownSecrets" -}}
{{- $root := . -}}
{{- $all := list -}}
{{- range $name, $_ := fromYaml (include "repasse.components" .) }}
  {{- $mounts := fromYaml (include "repasse.componentMounts" (dict "root" $root "name" $name)) -}}
  {{- $all = concat $all (values $mounts.secrets) (values $mounts.files) -}}
{{- end -}}
{{- range $name, $_ := fromYaml (include "repasse.jobs" .) }}
  {{- $mounts := fromYaml (include "repasse.jobMounts" (dict "root" $root "name" $name)) -}}
  {{- $all = concat $all (values $mounts.secrets) (values $mounts.files) -}}
{{- end -}}
{{- $secrets := dict -}}
{{- range $all }}
  {{- if hasPrefix (printf "%s-" (include "repasse.fullname" $root)) .name }}
    {{- $_ := set $secrets .name (append (default list (index $secrets .name)) .key | uniq | sortAlpha) -}}
  {{- end -}}
{{- end -}}
{{ toYaml $secrets }}
{{- end -}}
