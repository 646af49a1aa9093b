import { useEffect, useRef } from 'react';

/** Whether this part is still on the page, asked when a late answer comes: it may close nothing that opened since. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
