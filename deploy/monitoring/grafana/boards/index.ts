import { broker } from './broker';
import { bus } from './bus';
import { dashboardOf } from './dashboard';
import { merchant } from './merchant';
import { overview } from './overview';
import { postgresql } from './postgresql';
import { providers } from './providers';
import { service } from './service';

/** By the file's name in `dashboards/`. */
const boards = { overview, service, bus, providers, postgresql, broker, merchant };

/** The text of each file of `dashboards/`. */
export const dashboardFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(boards).map(([name, board]) => [`${name}.json`, `${JSON.stringify(dashboardOf(board), null, 2)}\n`]),
  );
