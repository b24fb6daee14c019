export interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly type: string;
}

export interface Bill {
  readonly bomFormat: string;
  readonly serialNumber: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** The installed packages of dpkg's own list. */
export const debianComponents: (status: string) => Component[];

export const imageBill: (parts: {
  readonly npm: Bill;
  readonly dpkgStatus: string;
  readonly nodeVersion: string;
  readonly workspace: string;
  /** Whether a workspace of this repository lies in the image. */
  readonly isThere: (component: Component) => boolean;
}) => Bill;
