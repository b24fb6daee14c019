import { useSyncExternalStore } from 'react';

/** Whether somebody can see the tab. */
export const useIsSeen = (): boolean => useSyncExternalStore(subscribe, () => !document.hidden);

const subscribe = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};
