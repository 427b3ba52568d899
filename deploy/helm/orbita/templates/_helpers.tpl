{{- define "orbita.labels" -}}
app.kubernetes.io/name: orbita
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "orbita.selector" -}}
app.kubernetes.io/name: orbita
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "orbita.container" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
