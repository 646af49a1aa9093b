import answers from '../locales/en/answers.json' with { type: 'json' };
import app from '../locales/en/app.json' with { type: 'json' };
import assets from '../locales/en/assets.json' with { type: 'json' };
import chart from '../locales/en/chart.json' with { type: 'json' };
import consoleShell from '../locales/en/console.json' with { type: 'json' };
import consoleEarning from '../locales/en/console-earning.json' with { type: 'json' };
import consoleHouse from '../locales/en/console-house.json' with { type: 'json' };
import consoleIdentity from '../locales/en/console-identity.json' with { type: 'json' };
import consoleLedger from '../locales/en/console-ledger.json' with { type: 'json' };
import consoleLook from '../locales/en/console-look.json' with { type: 'json' };
import consoleMembers from '../locales/en/console-members.json' with { type: 'json' };
import consoleCatalogue from '../locales/en/console-catalogue.json' with { type: 'json' };
import consoleLoans from '../locales/en/console-loans.json' with { type: 'json' };
import consoleProposals from '../locales/en/console-proposals.json' with { type: 'json' };
import consoleReports from '../locales/en/console-reports.json' with { type: 'json' };
import consoleReview from '../locales/en/console-review.json' with { type: 'json' };
import consoleSettings from '../locales/en/console-settings.json' with { type: 'json' };
import consoleSite from '../locales/en/console-site.json' with { type: 'json' };
import consoleWebhooks from '../locales/en/console-webhooks.json' with { type: 'json' };
import coins from '../locales/en/coins.json' with { type: 'json' };
import content from '../locales/en/content.json' with { type: 'json' };
import exchange from '../locales/en/exchange.json' with { type: 'json' };
import funding from '../locales/en/funding.json' with { type: 'json' };
import home from '../locales/en/home.json' with { type: 'json' };
import identity from '../locales/en/identity.json' with { type: 'json' };
import install from '../locales/en/install.json' with { type: 'json' };
import invitation from '../locales/en/invitation.json' with { type: 'json' };
import keys from '../locales/en/keys.json' with { type: 'json' };
import look from '../locales/en/look.json' with { type: 'json' };
import loans from '../locales/en/loans.json' with { type: 'json' };
import mail from '../locales/en/mail.json' with { type: 'json' };
import market from '../locales/en/market.json' with { type: 'json' };
import membership from '../locales/en/membership.json' with { type: 'json' };
import mining from '../locales/en/mining.json' with { type: 'json' };
import noticeWords from '../locales/en/notice-words.json' with { type: 'json' };
import notices from '../locales/en/notices.json' with { type: 'json' };
import options from '../locales/en/options.json' with { type: 'json' };
import payouts from '../locales/en/payouts.json' with { type: 'json' };
import problems from '../locales/en/problems.json' with { type: 'json' };
import reasons from '../locales/en/reasons.json' with { type: 'json' };
import security from '../locales/en/security.json' with { type: 'json' };
import spot from '../locales/en/spot.json' with { type: 'json' };
import staking from '../locales/en/staking.json' with { type: 'json' };
import terms from '../locales/en/terms.json' with { type: 'json' };
import transfers from '../locales/en/transfers.json' with { type: 'json' };
import proof from '../locales/en/proof.json' with { type: 'json' };
import running from '../locales/en/running.json' with { type: 'json' };
import receipts from '../locales/en/receipts.json' with { type: 'json' };
import voids from '../locales/en/voids.json' with { type: 'json' };
import wide from '../locales/en/wide.json' with { type: 'json' };
import demoArticles from '../locales/en/demo-articles.json' with { type: 'json' };
import favourites from '../locales/en/favourites.json' with { type: 'json' };
import portfolio from '../locales/en/portfolio.json' with { type: 'json' };

/** Browser code imports only types from here; an import of values would load English twice. */
const english = {
  /** Words of the first view: part of every first visit. */
  first: { app, home },
  /** Words loaded together with the screens that use them. */
  later: {
    assets,
    chart,
    coins,
    content,
    exchange,
    funding,
    identity,
    install,
    invitation,
    keys,
    loans,
    look,
    market,
    membership,
    mining,
    notices,
    options,
    payouts,
    security,
    spot,
    staking,
    transfers,
    favourites,
    proof,
    receipts,
    running,
    portfolio,
    voids,
    wide,
  },
  /** Operators' words, besides the kit's in `app`: loaded as a whole with the console. */
  console: {
    console: consoleShell,
    'console-catalogue': consoleCatalogue,
    'console-earning': consoleEarning,
    'console-identity': consoleIdentity,
    'console-loans': consoleLoans,
    'console-proposals': consoleProposals,
    'console-reports': consoleReports,
    'console-review': consoleReview,
    'console-settings': consoleSettings,
    'console-site': consoleSite,
    'console-webhooks': consoleWebhooks,
    'console-members': consoleMembers,
    'console-look': consoleLook,
    'console-ledger': consoleLedger,
    'console-house': consoleHouse,
  },
  server: { answers, 'demo-articles': demoArticles, mail, 'notice-words': noticeWords, problems, reasons, terms },
};

/** A slice whose words come with its screens: `lazyScreen(['spot'], …)`. */
export type LaterSlice = keyof (typeof english)['later'];
/** Words of the apps, by slice. */
export type BrowserMessages = (typeof english)['first'] & (typeof english)['later'] & (typeof english)['console'];
/** Words of the server: refusals, successes, mails. */
export type ServerMessages = (typeof english)['server'];

const namesOf = <Slices extends object>(slices: Slices) =>
  Object.keys(slices).filter((name): name is keyof Slices & string => name in slices);
/** Slices by where their words are needed, for builds and checks. */
export const SLICES = {
  first: namesOf(english.first),
  later: namesOf(english.later),
  console: namesOf(english.console),
  server: namesOf(english.server),
} as const;

/** Words that only operators read, from the console or the server: written in the console's languages only. */
export const OPERATORS_SLICES: readonly string[] = [...SLICES.console, 'problems'];
