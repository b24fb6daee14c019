{{/* Settings and the paths of files, in the order of the names. Takes settings and mounts. */}}
{{- define "repasse.env" -}}
{{- $env := deepCopy .settings -}}
{{- range $name, $_ := .mounts.secrets }}{{ $_ := set $env (printf "%s_FILE" $name) (printf "/run/secrets/repasse/%s" $name) }}{{ end -}}
{{- range $name, $_ := .mounts.files }}{{ $_ := set $env $name (printf "/run/secrets/repasse/%s" $name) }}{{ end -}}
{{- range $name := keys $env | sortAlpha }}
- { name: {{ $name }}, value: {{ index $env $name | toString | quote }} }
{{- end -}}
{{- end -}}

{{/* One folder of files, which follow their Secrets while the pod runs. */}}
{{- define "repasse.volumes" -}}
{{- $all := merge dict .mounts.secrets .mounts.files -}}
{{- if $all }}
volumes:
  - name: secrets
    projected:
      defaultMode: 288 # 0440
      sources:
        {{- range $file := keys $all | sortAlpha }}
        {{- $ref := index $all $file }}
        - secret: { name: {{ $ref.name | quote }}, items: [{ key: {{ $ref.key | quote }}, path: {{ $file | quote }} }] }
        {{- end }}
{{- end -}}
{{- end -}}

{{- define "repasse.volumeMounts" -}}
{{- if or .mounts.secrets .mounts.files }}
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/repasse, readOnly: true }
{{- end -}}
{{- end -}}

{{/* The restricted profile of Pod Security. 1000 is the user of the images. */}}
{{- define "repasse.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - { name: {{ . | quote }} }
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- define "repasse.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}
