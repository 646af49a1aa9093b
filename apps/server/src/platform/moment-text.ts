/** A time in refusals and mails, in any language: `2026-01-05 12:00 UTC`. */
export const momentText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
