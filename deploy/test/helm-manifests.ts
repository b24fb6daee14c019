/** The fields of Kubernetes' documents that the tests of the chart read. */

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata & { readonly name: string };
  readonly spec?: Spec;
  readonly data?: Readonly<Record<string, string>>;
  /** Of a Secret that make-secrets.mjs prints. */
  readonly stringData?: Readonly<Record<string, string>>;
}

interface Metadata {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Spec {
  readonly replicas?: number;
  readonly template?: { readonly metadata: Metadata; readonly spec: Pod };
  readonly podSelector?: Labels;
  readonly ingress?: readonly NetworkRule[];
  readonly egress?: readonly NetworkRule[];
  readonly clusterIP?: string;
  readonly minReplicaCount?: number;
  readonly maxReplicaCount?: number;
  readonly triggers?: readonly { readonly metadata: Readonly<Record<string, string>> }[];
  readonly groups?: readonly { readonly rules: readonly Rule[] }[];
  readonly hostnames?: readonly string[];
  readonly rules?: readonly { readonly host?: string }[];
  readonly data?: readonly { readonly secretKey: string }[];
  readonly target?: { readonly creationPolicy: string };
  readonly authorization?: { readonly acls: readonly UserRule[] };
}

interface Labels {
  readonly matchLabels?: Readonly<Record<string, string>>;
}

export interface NetworkRule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number | string }[];
}

interface Peer {
  readonly podSelector?: Labels;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

export interface Rule {
  readonly alert?: string;
  readonly expr: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Of a KafkaUser. */
export interface UserRule {
  readonly resource: { readonly type: string; readonly name: string; readonly patternType: string };
  readonly operations: readonly string[];
}

export interface Pod {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly containers: readonly Container[];
  readonly volumes?: readonly Volume[];
}

export interface Volume {
  readonly name: string;
  readonly projected?: { readonly sources: readonly { readonly secret: SecretItems }[] };
}

interface SecretItems {
  readonly name: string;
  readonly items: readonly { readonly key: string; readonly path: string }[];
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly resources?: { readonly requests?: object; readonly limits?: object };
  readonly volumeMounts?: readonly { readonly mountPath: string; readonly readOnly: boolean }[];
  readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
}

export const ofKind = (manifests: readonly Manifest[], kind: string): readonly Manifest[] =>
  manifests.filter((each) => each.kind === kind);

export const componentOf = ({ metadata }: Manifest): string =>
  metadata.labels?.['app.kubernetes.io/component'] ?? metadata.name;

export const containerOf = ({ metadata, spec }: Manifest): Container => {
  const [container] = spec?.template?.spec.containers ?? [];
  if (container === undefined) throw new Error(`${metadata.name} has no container.`);
  return container;
};

export const environmentOf = (manifest: Manifest): Record<string, string> =>
  Object.fromEntries((containerOf(manifest).env ?? []).map(({ name, value }) => [name, value]));
