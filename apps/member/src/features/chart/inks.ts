/** Colours and font of a chart, from the page's tokens. */
export interface Inks {
  readonly up: string;
  readonly down: string;
  readonly upVolume: string;
  readonly downVolume: string;
  readonly upLabel: string;
  readonly downLabel: string;
  readonly onLabel: string;
  readonly grid: string;
  readonly axis: string;
  readonly cross: string;
  readonly tag: string;
  readonly ground: string;
  readonly paint: string;
  readonly onPaint: string;
  readonly ink: string;
  readonly faint: string;
  readonly mark: string;
  readonly water: string;
  readonly averages: readonly [string, string, string, string];
  readonly font: string;
  /** Pixels; grows with the reader's text size. */
  readonly fontSize: number;
}

/** Opacity of volume under candles, in hex: a third. */
const FAINT = '57';
const AXIS_REM = 0.6875;

/** Reads the tokens at `element`. Old figures are grey. */
export function inksAt(element: Element, isOld: boolean): Inks {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const [up, down] = isOld ? [token('ink-3'), token('ink-3')] : [token('up'), token('dn')];
  return {
    up,
    down,
    upVolume: up + FAINT,
    downVolume: down + FAINT,
    upLabel: isOld ? token('chart-tag') : token('up-fill'),
    downLabel: isOld ? token('chart-tag') : token('dn-fill'),
    onLabel: token('on-fill'),
    grid: token('chart-grid'),
    axis: token('chart-axis'),
    cross: token('chart-cross'),
    tag: token('chart-tag'),
    ground: token('bg'),
    paint: token('paint'),
    onPaint: token('on-paint'),
    ink: token('ink'),
    faint: token('ink-3'),
    mark: token('mark-line'),
    water: token('mark-water'),
    averages: [token('ma-5'), token('ma-10'), token('ma-20'), token('ma-30')],
    font: token('font'),
    fontSize: AXIS_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  };
}

/** Calls when the theme or the colours of up and down change; returns how to stop. */
export function onInksChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-updown'] });
  return () => observer.disconnect();
}
