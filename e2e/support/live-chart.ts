import type { KlineBar } from '@plimsoll/contract';
import type { Locator, Page } from '@playwright/test';

/** A chart on a screen, by its accessible parts. */
export class LiveChart {
  readonly page: Page;
  readonly region: Locator;

  constructor(page: Page, title = 'BTC/USDT') {
    this.page = page;
    this.region = page.getByRole('region', { name: new RegExp(`^${title}, .* candles$`) });
  }

  /** The canvas: a slider over the bars. */
  get bars(): Locator {
    return this.region.getByRole('slider', { name: 'Candles' });
  }

  /** The announced text of a bar. */
  get announced(): Locator {
    return this.region.getByRole('status').first();
  }

  get figures(): Locator {
    return this.region.locator('div:has(> dl)');
  }

  async drawn(): Promise<void> {
    await this.figures.waitFor();
  }

  /** Number of pixels in exactly the colour of a token. */
  pixelsOf(token: string): Promise<number> {
    return this.bars.evaluate((host, name) => {
      const hex = getComputedStyle(host).getPropertyValue(`--${name}`).trim();
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
      let count = 0;
      for (const canvas of host.querySelectorAll('canvas')) {
        const { width, height } = canvas;
        if (width === 0 || height === 0) continue;
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? {
          data: new Uint8ClampedArray(),
        };
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) count += 1;
      }
      return count;
    }, token);
  }

  async dragBack(pixels: number): Promise<void> {
    const box = await this.bars.boundingBox();
    if (!box) throw new Error('the chart is not to be seen');
    const y = box.y + box.height / 3;
    await this.page.mouse.move(box.x + 20, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + 20 + pixels, y, { steps: 10 });
    await this.page.mouse.up();
  }
}

/** A market's newest bars from the server, newest first. */
export async function historyOf(
  url: string,
  symbol: string,
  period: string,
  size: number,
): Promise<readonly KlineBar[]> {
  const response = await fetch(
    `${url}/huobiapi/market/history/kline?${new URLSearchParams({ symbol, period, size: String(size) })}`,
  );
  const { data }: { readonly data: readonly KlineBar[] } = await response.json();
  return data;
}
