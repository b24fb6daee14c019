import { type HttpDescription } from './compare-http.mjs';

export declare const httpInWorkingTree: (root: string) => HttpDescription;
export declare const httpAt: (root: string, commit: string) => HttpDescription;
