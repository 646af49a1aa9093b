/** The notice and link that the chart library's licence requires. */
export function Attribution() {
  return (
    <p className="px-4 text-11 text-ink-3" dir="ltr" lang="en">
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
        className="relative inline-flex min-h-6 items-center after:absolute after:inset-x-0 after:top-0 after:h-11"
      >
        TradingView Lightweight Charts™ © 2025 TradingView, Inc.
      </a>
    </p>
  );
}
