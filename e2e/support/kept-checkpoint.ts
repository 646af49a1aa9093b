import type { Page } from '@playwright/test';

/** The root of a log that no server here has. */
export const OTHER_ROOT = `${'A'.repeat(43)}=`;

/** The checkpoint that the browser keeps of the log becomes that of another log of the same size. */
export const changeKept = (page: Page): Promise<void> =>
  page.evaluate((root) => {
    const kept: { note: string } = JSON.parse(localStorage.getItem('log') ?? '{"note":""}');
    const [origin = '', size = '', , ...rest] = kept.note.split('\n');
    localStorage.setItem('log', JSON.stringify({ ...kept, note: [origin, size, root, ...rest].join('\n') }));
  }, OTHER_ROOT);
