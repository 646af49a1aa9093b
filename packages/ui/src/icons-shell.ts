import type { IconShape } from './icon.tsx';

/** Icons of the shell and of the first screen; they are in the first load. */
export const home: IconShape = {
  below: 'M5 13h14v6.2a1.3 1.3 0 0 1-1.3 1.3H6.3a1.3 1.3 0 0 1-1.3-1.3z',
  stroke:
    'M3.5 11.2 11 4.7a1.5 1.5 0 0 1 2 0l7.5 6.5M5.5 9.7v9a1.5 1.5 0 0 0 1.5 1.5h10a1.5 1.5 0 0 0 1.5-1.5v-9M3.5 14h17',
};
export const market: IconShape = {
  below: 'M3.8 14h4.2v6H3.8zM9.9 14h4.2v6H9.9zM16 14h4.2v6H16z',
  stroke: 'M3.8 20v-7.5h4.2V20M9.9 20V4h4.2v16M16 20V8.5h4.2V20M2.3 20h19.4',
};
export const exchange: IconShape = {
  below: 'M4 15.5h16.5l-3 5H9z',
  stroke: 'M20.5 8.5H4.5M16 4l4.5 4.5M3.5 15.5h16M8 20l-4.5-4.5',
};
export const options: IconShape = {
  below: 'M5 14h14a7.1 7.1 0 0 1-14 0z',
  stroke: 'M2.5 12h19M8 8.5l4-4 4 4M8 15.5l4 4 4-4',
};
export const assets: IconShape = {
  below: 'M3.5 13.5h17V18a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2z',
  stroke:
    'M3.5 8.5V18a2 2 0 0 0 2 2h13a2 2 0 0 0 2-2v-7.5a2 2 0 0 0-2-2h-13a2 2 0 0 1-2-2 2 2 0 0 1 2-2H17V8.5M16 14.25h4.5',
};
export const globe: IconShape = {
  stroke:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c2.3 2.3 3.4 5.2 3.4 8.5s-1.1 6.2-3.4 8.5c-2.3-2.3-3.4-5.2-3.4-8.5S9.7 5.8 12 3.5z',
};
export const bell: IconShape = {
  below: 'M5 13.5h14l1 3.5H4z',
  stroke: 'M6.5 10.5a5.5 5.5 0 0 1 11 0c0 4.2 1.7 5.7 1.7 6.5H4.8c0-.8 1.7-2.3 1.7-6.5zM10 20h4M12 3v2',
};
export const eye: IconShape = {
  stroke:
    'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
};
export const eyeOff: IconShape = {
  stroke: 'M2.5 12.5C5 15.5 8.3 17 12 17s7-1.5 9.5-4.5M5.5 15l-1.7 2.3M18.5 15l1.7 2.3M12 17v2.8',
};
export const back: IconShape = { stroke: 'M20 12H4.5M11 5.5 4.5 12l6.5 6.5' };
export const close: IconShape = { stroke: 'M6 6l12 12M18 6 6 18' };
export const check: IconShape = { stroke: 'M4.5 12.5 10 18 19.5 6.5' };
export const warn: IconShape = { stroke: 'M12 4 2.8 19.7h18.4zM12 10v4.5M12 16.8v.4' };
export const info: IconShape = { stroke: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.6V8' };
export const clock: IconShape = { stroke: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2' };
export const offline: IconShape = {
  stroke:
    'M3 3l18 18M8.3 16.3a5.3 5.3 0 0 1 5-1.3M5 12.8a10 10 0 0 1 3.8-2.5M2.5 9.2a13.5 13.5 0 0 1 3.7-2.5M11 5.3a13.6 13.6 0 0 1 10.5 3.9M15.2 9.8A10 10 0 0 1 19 12.8M12 19.5v.1',
};
export const refresh: IconShape = { stroke: 'M19.8 10.5A8 8 0 1 0 20 13.5M20.5 5.5v5h-5' };
export const support: IconShape = {
  below: 'M4 13h4v5.5H6A2 2 0 0 1 4 16.5zM16 13h4v3.5a2 2 0 0 1-2 2h-2z',
  stroke:
    'M4 13.5V12a8 8 0 0 1 16 0v1.5M4 13h4v5.5H6a2 2 0 0 1-2-2zM16 13h4v3.5a2 2 0 0 1-2 2h-2zM20 17c0 2.5-2 4-5.5 4H13',
};
export const deposit: IconShape = {
  below: 'M3.5 14h17v4a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2z',
  stroke: 'M12 3.5v11M7.5 10l4.5 4.5 4.5-4.5M3.5 14v4a2 2 0 0 0 2 2h13a2 2 0 0 0 2-2v-4',
};
export const withdraw: IconShape = {
  below: 'M3.5 14h17v4a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2z',
  stroke: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M3.5 14v4a2 2 0 0 0 2 2h13a2 2 0 0 0 2-2v-4',
};
export const flash: IconShape = {
  below: 'M3.5 14h17a8.6 8.6 0 0 1-17 0z',
  stroke:
    'M4 10.5A8.3 8.3 0 0 1 19 7.5M20 13.5A8.3 8.3 0 0 1 5 16.5M19.5 3.5v4.5H15M4.5 20.5V16H9M12 8.5l2.7 3.5L12 15.5 9.3 12z',
};
export const loans: IconShape = {
  below: 'M3.5 14h17v3.5h-17z',
  stroke: 'M3.5 6.5h17v11h-17zM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zM6.7 12v.1M17.3 12v.1M6 20.5h12',
};
export const mining: IconShape = {
  below: 'M5.5 14h13v4.5a1.5 1.5 0 0 1-1.5 1.5H7a1.5 1.5 0 0 1-1.5-1.5z',
  stroke:
    'M5.5 7A1.5 1.5 0 0 1 7 5.5h10A1.5 1.5 0 0 1 18.5 7v11.5A1.5 1.5 0 0 1 17 20H7a1.5 1.5 0 0 1-1.5-1.5zM12 9.5a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6zM12 11.5v1.4l1 .8M9 5.5v-2M15 5.5v-2M3 10h2.5M3 15.5h2.5M18.5 10H21M18.5 15.5H21',
};
export const staking: IconShape = {
  below: 'M5 14h14c-.5 3.5-3.3 6-7 6s-6.5-2.5-7-6z',
  stroke:
    'M12 7.5v13M12 3.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM8 11h8M4.5 13.5c.3 4.2 3.5 7 7.5 7s7.2-2.8 7.5-7M3 15.5l1.5-2.2 2 1.7M21 15.5l-1.5-2.2-2 1.7',
};
export const transfer: IconShape = {
  below: 'M3.5 19.5c.4-3.3 2.6-5.3 5.5-5.3s5.1 2 5.5 5.3z',
  stroke:
    'M9 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM3 20c.4-3.6 2.8-5.5 6-5.5s5.6 1.9 6 5.5M15.5 9h6M18.8 6l2.7 3-2.7 3',
};
export const move: IconShape = {
  below: 'M3.5 14h7v5h-7zM13.5 14h7v5h-7z',
  stroke: 'M3.5 11h7v8.5h-7zM13.5 11h7v8.5h-7zM7 7.5C7 5.5 8.5 4 12 4s5 1.5 5 3.5M14.8 6.2 17 8.2l2.2-2',
};
