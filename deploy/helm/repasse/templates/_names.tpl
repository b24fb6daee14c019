{{/* The release's own name where it has "repasse" in it, so that `helm install repasse` gives repasse-charge. */}}
{{- define "repasse.fullname" -}}
{{- if contains "repasse" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}{{ printf "%s-repasse" (.Release.Name | trunc 32 | trimSuffix "-") }}{{ end -}}
{{- end -}}

{{/* Takes root and name, the component's. */}}
{{- define "repasse.componentName" -}}
{{ include "repasse.fullname" .root }}-{{ .name }}
{{- end -}}

{{/* By which pods are found; never changed in an upgrade. */}}
{{- define "repasse.selector" -}}
app.kubernetes.io/name: repasse
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "repasse.labels" -}}
{{ include "repasse.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: repasse
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Takes root and image, the last part of its name. */}}
{{- define "repasse.image" -}}
{{- $image := .root.Values.image -}}
{{- $name := printf "%s/%s" $image.repository .image -}}
{{- $digest := index $image.digests .image -}}
{{- with $image.registry }}{{ . }}/{{ end }}
{{- if $digest }}{{ printf "%s@%s" $name $digest }}{{ else }}{{ printf "%s:%s" $name (default .root.Chart.AppVersion $image.tag) }}{{ end -}}
{{- end -}}

{{/* Inside the cluster. Takes root, name and port. */}}
{{- define "repasse.address" -}}
http://{{ include "repasse.componentName" . }}:{{ .port }}
{{- end -}}
