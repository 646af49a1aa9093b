import type { IconShape } from './icon.tsx';

/** Icons of every other screen; they are loaded with the first chunk that draws one. */
export const left: IconShape = { stroke: 'M14.5 5.5 8 12l6.5 6.5' };
export const up: IconShape = { stroke: 'M5.5 14.5 12 8l6.5 6.5' };
export const plus: IconShape = { stroke: 'M12 5v14M5 12h14' };
export const minus: IconShape = { stroke: 'M5 12h14' };
export const copy: IconShape = {
  below: 'M8.5 14h12v4.5a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2z',
  stroke:
    'M8.5 10.5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2zM15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3',
};
export const qr: IconShape = {
  stroke: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v2M14 20h2M18.5 18.5H20V20',
};
export const camera: IconShape = {
  below: 'M3 13.5h18V18a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  stroke:
    'M3 9a2 2 0 0 1 2-2h2.5L9 4.5h6L16.5 7H19a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM12 9.8a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4z',
};
export const trash: IconShape = { stroke: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10.5 11v5M13.5 11v5' };
export const lock: IconShape = {
  below: 'M5 14h14v5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19z',
  stroke:
    'M5 12a1.5 1.5 0 0 1 1.5-1.5h11A1.5 1.5 0 0 1 19 12v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19zM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2.5',
};
export const mail: IconShape = {
  below: 'M3.5 13.5h17V17a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17z',
  stroke:
    'M3.5 7A1.5 1.5 0 0 1 5 5.5h14A1.5 1.5 0 0 1 20.5 7v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17zM4 7.5l8 6 8-6',
};
export const key: IconShape = {
  below: 'M4.5 14a4 4 0 0 0 7 0z',
  stroke: 'M8 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 12h8.5M16.5 12v3M20.5 12v2.5',
};
export const filter: IconShape = { stroke: 'M4 6.5h16M7 12h10M10 17.5h4' };
export const pairs: IconShape = { stroke: 'M4 6.5h16M4 12h10M4 17.5h6M16.5 15l3 3-3 3' };
export const orders: IconShape = {
  below: 'M5 14h14v5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19z',
  stroke:
    'M5 5a1.5 1.5 0 0 1 1.5-1.5h11A1.5 1.5 0 0 1 19 5v14a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19zM8.5 8.5h7M8.5 12.5h7M8.5 16.5h4',
};
export const candles: IconShape = {
  below: 'M5 14h4v3H5zM15 14h4v0h-4z',
  stroke: 'M7 4v3M7 17v3M5 7h4v10H5zM17 3.5V6M17 14v3M15 6h4v8h-4z',
};
export const bookBoth: IconShape = {
  stroke: 'M4 4.5h7v6.5H4zM4 13h7v6.5H4zM14.5 6h5.5M14.5 9.5h5.5M14.5 14.5h5.5M14.5 18h5.5',
};
export const user: IconShape = {
  below: 'M4.5 20c.4-3.8 3.3-6 7.5-6s7.1 2.2 7.5 6z',
  stroke: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.4-4 3.3-6 7.5-6s7.1 2 7.5 6',
};
export const bank: IconShape = {
  below: 'M4.5 14h15v4h-15z',
  stroke: 'M3.5 9.5 12 4l8.5 5.5zM5.5 9.5V18M9.8 9.5V18M14.2 9.5V18M18.5 9.5V18M3.5 18.5h17M3.5 20.5h17',
};
export const sun: IconShape = {
  stroke:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
};
export const shield: IconShape = {
  below: 'M5 13.5h14c-.8 3.7-3.4 6-7 7.5-3.6-1.5-6.2-3.8-7-7.5z',
  stroke: 'M12 3.2 5 5.8v5.7c0 4.5 2.8 7.7 7 9.5 4.2-1.8 7-5 7-9.5V5.8zM8.8 12l2.3 2.3 4.1-4.3',
};
export const download: IconShape = {
  below: 'M6 14h12v5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 19z',
  stroke:
    'M6 5a1.5 1.5 0 0 1 1.5-1.5h9A1.5 1.5 0 0 1 18 5v14a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 19zM12 7.5v6M9.5 11l2.5 2.5 2.5-2.5M10.5 17.5h3',
};
export const article: IconShape = {
  below: 'M4 14h16v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z',
  stroke:
    'M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM7.5 8h4v4h-4zM14.5 8.5h2M14.5 11.5h2M7.5 15.5h9',
};
export const proof: IconShape = {
  below: 'M5.5 12a6.5 6.5 0 0 0 13 0z',
  stroke: 'M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM1.8 12h20.4',
};
export const receipt: IconShape = {
  below: 'M5.5 14h13v6.5l-2.2-1.5-2.1 1.5L12 19l-2.2 1.5L7.7 19l-2.2 1.5z',
  stroke: 'M5.5 3.5h13v17l-2.2-1.5-2.1 1.5L12 19l-2.2 1.5L7.7 19l-2.2 1.5zM9 8h6M9 12h6',
};
export const link: IconShape = {
  stroke:
    'M10 14a4 4 0 0 0 5.7 0l3.3-3.3a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0L5 13.3A4 4 0 0 0 10.7 19l1.3-1.3',
};
export const external: IconShape = {
  stroke: 'M13.5 4.5h6v6M19.5 4.5 11 13M17 14v4a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V8.5A1.5 1.5 0 0 1 6 7h4',
};
export const edit: IconShape = { stroke: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3' };
export const users: IconShape = {
  below: 'M2.5 19.5c.4-3.3 2.6-5 5.7-5s5.3 1.7 5.7 5z',
  stroke:
    'M8.5 5a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6zM2.5 19.5c.4-3.5 2.7-5.3 6-5.3s5.6 1.8 6 5.3M15.5 5.3a3.3 3.3 0 0 1 0 6.1M17 14.5c2.5.4 4.1 2.1 4.5 5',
};
export const ledger: IconShape = {
  below: 'M5 14h14v5.5H5z',
  stroke: 'M5 4.5h12.5A1.5 1.5 0 0 1 19 6v13.5H6.5A1.5 1.5 0 0 1 5 18zM5 17.5A1.5 1.5 0 0 1 6.5 16H19M9 8h6M9 11.5h4',
};
export const share: IconShape = {
  stroke: 'M12 14.5v-11M8 7l4-3.5L16 7M5 11.5V19a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-7.5',
};
export const right: IconShape = { stroke: 'M9.5 5.5 16 12l-6.5 6.5' };
export const search: IconShape = { stroke: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20.5 20.5' };
export const sort: IconShape = { stroke: 'M8 5v14M4.5 8.5 8 5l3.5 3.5M16 19V5M12.5 15.5 16 19l3.5-3.5' };
export const down: IconShape = { stroke: 'M5.5 9.5 12 16l6.5-6.5' };
export const triUp: IconShape = { solid: 'M12 6l7.5 12h-15z' };
export const triDown: IconShape = { solid: 'M12 18 4.5 6h15z' };
