import { useState } from 'react';
import { recall, remember } from '../../platform/storage.ts';

/** Whether figures are hidden, in the whole app, and how to change it. */
export function useMask(): readonly [isHidden: boolean, toggle: () => void] {
  const [isHidden, setHidden] = useState(() => recall('mask') === 'on');
  const toggle = () => {
    remember('mask', isHidden ? 'off' : 'on');
    setHidden(!isHidden);
  };
  return [isHidden, toggle];
}
