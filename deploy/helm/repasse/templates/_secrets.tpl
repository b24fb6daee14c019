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
{{- $names := list -}}
{{- range append (keys (fromYaml (include "repasse.components" .))) "deploy" }}
  {{- $names = append $names (include "repasse.componentName" (dict "root" $root "name" .)) -}}
{{- end -}}
{{- $secrets := dict -}}
{{- range $all }}
  {{- if has .name $names }}
    {{- $_ := set $secrets .name (append (default list (index $secrets .name)) .key | uniq | sortAlpha) -}}
  {{- end -}}
{{- end -}}
{{ toYaml $secrets }}
{{- end -}}
