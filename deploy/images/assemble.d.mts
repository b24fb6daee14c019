/** The workspaces with a program: the services and `deploy`. */
export const imageWorkspaces: () => string[];
/** Lays out in `out` what the image of a workspace runs. */
export const assemble: (workspace: string, out: string) => void;
