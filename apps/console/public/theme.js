// Before the first paint: the theme, and the side that lines begin on. Shared with the member app, as the same person reads both.
try {
  const root = document.documentElement;
  if (localStorage.getItem('theme') === 'day') root.dataset.theme = 'day';
  if (/^(?:ar|fa|ur)$/.test(localStorage.getItem('dirOf') ?? '')) root.dir = 'rtl';
} catch {
  // A closed storage: night, and left to right.
}
