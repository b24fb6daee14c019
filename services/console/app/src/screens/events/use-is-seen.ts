import { useSyncExternalStore } from 'react';

/** Whether the tab is in the foreground. */
export const useIsSeen = (): boolean => useSyncExternalStore(subscribe, () => !document.hidden);

const subscribe = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};
