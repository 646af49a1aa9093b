import type { IconShape } from './icon.tsx';

// Icons of the member's panel, the rail and the console: no other screen fetches them.

export const id: IconShape = {
  below: 'M3 13.5h18V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  stroke:
    'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM8.5 8.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM5.7 15.7c.3-1.5 1.4-2.2 2.8-2.2s2.5.7 2.8 2.2M14.5 9.5h3.5M14.5 13h3.5',
};
export const address: IconShape = {
  below: 'M4.5 14h13v4.5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2z',
  stroke:
    'M4.5 5.5a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2zM20 7v2.5M20 11.5V14M8 8h6M8 12h6M8 16h3',
};
export const invite: IconShape = {
  below: 'M4 14h16v4.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5z',
  stroke:
    'M3.5 8.5h17v3.5h-17zM5 12v6.5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5V12M12 8.5V20M12 8.5C9 8.5 7.5 7.3 7.5 5.8c0-2.5 4.5-2.5 4.5 2.7zM12 8.5c3 0 4.5-1.2 4.5-2.7 0-2.5-4.5-2.5-4.5 2.7z',
};
export const moon: IconShape = {
  below: 'M4 13.5a8.3 8.3 0 0 0 15.5 3.3 8.3 8.3 0 0 1-9-3.3z',
  stroke: 'M10 3.8a8.4 8.4 0 1 0 10.2 10.2A7 7 0 0 1 10 3.8z',
};
export const logout: IconShape = {
  stroke: 'M10 4H6.5A1.5 1.5 0 0 0 5 5.5v13A1.5 1.5 0 0 0 6.5 20H10M10.5 12H21M17 8l4 4-4 4',
};
export const card: IconShape = {
  below: 'M3 13.5h18V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  stroke: 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 9.8h18M6.5 15h4',
};
export const gauge: IconShape = {
  below: 'M4 14h16a8 8 0 0 1-1.2 3.5H5.2A8 8 0 0 1 4 14z',
  stroke: 'M5.2 18.5a8.5 8.5 0 1 1 13.6 0M12 14l3.5-4.5M12 5.5v2M4 13h2M18 13h2',
};
export const settings: IconShape = {
  stroke: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
};
