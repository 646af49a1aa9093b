import './style.css';
import { Mark } from '@plimsoll/ui';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { firstLanguage, loadLanguage } from './platform/language.tsx';

const host = document.querySelector('#root');
if (!host) throw new Error('the page has no #root');
const root = createRoot(host);

/** Without words in any language the page shows a plain English sentence. */
async function begin(): Promise<void> {
  try {
    root.render(<App first={await loadLanguage(firstLanguage()).catch(() => loadLanguage('en'))} />);
  } catch {
    root.render(
      <main className="grid min-h-dvh content-center justify-items-center gap-3 p-8 text-center">
        <Mark size={56} />
        <h1 role="alert" className="text-17 font-semibold">
          The console could not be reached
        </h1>
        <button
          type="button"
          onClick={() => void begin()}
          className="mt-3 min-h-12 rounded-md bg-paint px-4.5 font-semibold text-on-paint"
        >
          Try again
        </button>
      </main>,
    );
  }
}

void begin();
