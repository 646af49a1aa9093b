import { act } from '@testing-library/react';

/** The back gesture, as it closes what lies over the page. */
export function goBack(): void {
  act(() => {
    history.replaceState({ ...history.state, overlay: undefined }, '');
    dispatchEvent(new PopStateEvent('popstate'));
  });
}
