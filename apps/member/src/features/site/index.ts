/** The frame of every screen. */
export { DemoRibbon } from './demo-ribbon.tsx';
export { LanguageButton } from './language-button.tsx';
export { PageHeader } from './page-header.tsx';
export { openService } from './service.ts';
