/**
 * Longest values: seven digits before the point, eight after; three digits of a percentage; a name that fills its
 * field.
 */
export const LONGEST = {
  whole: '8888888',
  places: '88888888',
  percent: '888.88',
  name: 'the-longest-name-on-the-whole-of-the-quay@customs-office.example',
  coin: 'MWWMUSDT',
} as const;

/**
 * Runs in the page before its scripts: replaces amounts, prices, percentages and names in answers by the longest ones,
 * and limits the stream to such marks, so that no shorter price overwrites them.
 */
export function lengthen({ whole, places, percent, name }: typeof LONGEST): void {
  const PERCENT = /^(?:change|rate|spread|.*_(?:rate|fee)|hyrate|interest.*|daily.*)$/;
  /** Figures of the day, numbers on the wire. */
  const DETAIL = /^(?:open|close|high|low|amount)$/;
  const longer = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => longer(key, each));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, longer(name, each)]));
    if (typeof value === 'number' && DETAIL.test(key)) return Number(`${whole}.${places}`);
    if (typeof value !== 'string') return value;
    if (key === 'change') return `${value.startsWith('-') ? '-' : '+'}${percent}`;
    if (key === 'username') return name;
    if (!/^[+-]?\d+\.\d+$/.test(value) || PERCENT.test(key)) return value;
    const [, sign = '', digits = ''] = /^([+-]?)(\d+)/.exec(value) ?? [];
    return `${sign}${digits.padStart(whole.length, whole).slice(-whole.length)}.${(value.split('.')[1] ?? '').replace(/0+$/, '').padEnd(places.length, places)}`;
  };
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await send(input, init);
    if (
      typeof input !== 'string' ||
      !/^\/(?:operator\/)?api\/|^\/huobiapi\/market\/detail/.test(input) ||
      !response.headers.get('content-type')?.includes('json')
    )
      return response;
    return Response.json(longer('', await response.json()), { status: response.status });
  };
  class MarksAlone extends EventTarget {
    readonly readyState = 1;
    seq = 1e9;
    constructor() {
      super();
      queueMicrotask(() => this.dispatchEvent(new Event('open')));
    }

    close() {}
    send(text: string) {
      const symbol = /"sub":"(\w+)_mark"/.exec(text)?.[1];
      if (symbol === undefined) return;
      const say = () => {
        this.seq += 1;
        this.dispatchEvent(
          new MessageEvent('message', {
            data: JSON.stringify({
              symbol,
              mark: { seq: this.seq, price: `${whole}.${places}`, sources: 3 },
              ts: Date.now(),
              age: 0,
            }),
          }),
        );
      };
      say();
      setInterval(say, 1000);
    }
  }
  Object.assign(globalThis, { WebSocket: MarksAlone });
}
