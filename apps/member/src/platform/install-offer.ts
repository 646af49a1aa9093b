import { createStore, useStore } from './store.ts';

/** The browser offers to install the app; it asks the reader when told to. */
interface InstallOffer extends Event {
  readonly prompt: () => Promise<unknown>;
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event;

const offer = createStore<InstallOffer | null>(null);
// It is made once, soon after the page came, and asks by itself unless it is kept.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  if (isOffer(event)) offer.set(event);
});
addEventListener('appinstalled', () => offer.set(null));

/** Asks the reader whether to install the app; undefined where the browser does not offer it, or it is installed. */
export function useInstall(): (() => void) | undefined {
  const now = useStore(offer);
  return now === null
    ? undefined
    : () => {
        // An offer can be taken up once.
        offer.set(null);
        void now.prompt();
      };
}
