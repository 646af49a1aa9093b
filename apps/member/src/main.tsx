import './style.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { Unreachable } from './app/unreachable.tsx';
import { goOn, prepare } from './app/start.ts';

const host = document.querySelector('#root');
if (!host) throw new Error('the page has no #root');
const root = createRoot(host);

/** The HTML's own shell stays until the first screen is ready, so that nothing jumps. */
async function begin(): Promise<void> {
  try {
    await prepare();
    // In slices: a tap, and the frame under way, need not wait for all of it.
    startTransition(() => root.render(<App />));
    goOn();
  } catch {
    root.render(<Unreachable onRetry={() => void begin()} />);
  }
}

void begin();
