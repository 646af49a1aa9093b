import answers from '../locales/en/answers.json' with { type: 'json' };
import app from '../locales/en/app.json' with { type: 'json' };
import home from '../locales/en/home.json' with { type: 'json' };
import mail from '../locales/en/mail.json' with { type: 'json' };
import market from '../locales/en/market.json' with { type: 'json' };
import membership from '../locales/en/membership.json' with { type: 'json' };
import options from '../locales/en/options.json' with { type: 'json' };
import reasons from '../locales/en/reasons.json' with { type: 'json' };
import spot from '../locales/en/spot.json' with { type: 'json' };
import terms from '../locales/en/terms.json' with { type: 'json' };

/** Imported for its type alone, so that a browser never carries English twice. */
const english = {
  browser: { app, home, market, membership, options, spot },
  server: { answers, mail, reasons, terms },
};

/** What the apps can say, slice by slice. */
export type BrowserMessages = (typeof english)['browser'];
/** What the server can say: why it refused, what succeeded, mails. */
export type ServerMessages = (typeof english)['server'];
