import { programSettings } from './program-settings';
import { integer, optional, text } from './settings';

/** Of a program that people or programs from outside reach first, and that has no database: the edge and the console. */
export const frontSettings = ({ port, proxies }: { readonly port: Port; readonly proxies: string }) => ({
  port: integer('PORT', { about: port.about, default: port.default, min: 0, max: 65_535 }),
  host: text('HOST', {
    about: 'the address it listens at; by default all, as a container needs',
    default: '0.0.0.0',
  }),
  metricsPort: optional(
    integer('METRICS_PORT', {
      about: 'the port of /metrics, out of reach of callers; none while it is not set',
      min: 0,
      max: 65_535,
    }),
  ),
  ...programSettings,
  proxiesInFront: integer('PROXIES_IN_FRONT', { about: proxies, default: 0, min: 0, max: 10 }),
});

interface Port {
  readonly about: string;
  readonly default: number;
}
