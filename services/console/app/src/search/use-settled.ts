import { useEffect, useState } from 'react';

/** A pause in typing; shorter, every letter would be a search. */
const pauseMs = 300;

/** What was typed, once nothing more is. */
export const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
};
