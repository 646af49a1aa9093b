/** The notice and link that the chart library's licence requires. */
export function Attribution() {
  return (
    <p className="px-4 text-11 text-ink-3" dir="ltr" lang="en">
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-6 items-center"
      >
        TradingView Lightweight Charts™ © 2025 TradingView, Inc.
      </a>
    </p>
  );
}
