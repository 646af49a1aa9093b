/** What an operator watches: figures for Prometheus (docs/OPERATING.md, "Monitoring"). */
export { createFigures, type Figures, type FigureSources } from './figures.ts';
