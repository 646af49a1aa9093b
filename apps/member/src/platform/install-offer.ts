import { createStore, useStore } from './store.ts';

interface InstallOffer extends Event {
  readonly prompt: () => Promise<unknown>;
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event;

const offer = createStore<InstallOffer | null>(null);
// The event comes once, soon after the page is loaded, and is kept for later.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  if (isOffer(event)) offer.set(event);
});
addEventListener('appinstalled', () => offer.set(null));

/** Asks the reader whether to install the app; undefined where that is impossible. */
export function useInstall(): (() => void) | undefined {
  const now = useStore(offer);
  return now === null
    ? undefined
    : () => {
        // An offer can be used once.
        offer.set(null);
        void now.prompt();
      };
}
