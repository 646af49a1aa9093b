import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { check, close } from './icons-shell.ts';

export interface MeasuredStep {
  readonly title: ReactNode;
  readonly figure: ReactNode;
  readonly text: ReactNode;
  readonly fine?: ReactNode;
  /** Whether it was found to be true; undefined before the check. */
  readonly holds?: boolean | undefined;
}

interface MeasuredStepsProps {
  readonly steps: readonly MeasuredStep[];
  readonly words: { readonly holds: string; readonly fails: string };
}

/** Steps of a proof, each with its result and whether it holds. */
export function MeasuredSteps({ steps, words }: MeasuredStepsProps) {
  return (
    <ol>
      {steps.map(({ title, figure, text, fine, holds }, at) => (
        <li key={at} className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3 gap-y-0.5 border-b py-3.5 last:border-b-0">
          <span
            aria-hidden="true"
            className={`row-span-3 grid size-6.5 place-items-center rounded-full text-12 font-semibold ${holds === false ? 'bg-danger-tint text-danger' : 'edge-strong text-ink-2'}`}
          >
            {holds === false ? <Icon of={close} size={14} /> : at + 1}
          </span>
          <span className="flex flex-wrap justify-between gap-x-3 font-semibold">
            <span className="inline-flex items-center gap-1.5">
              {title}
              {holds === true && <Icon of={check} size={14} className="text-good" />}
              {holds !== undefined && <span className="sr">{holds ? words.holds : words.fails}</span>}
            </span>
            <span className="text-end">{figure}</span>
          </span>
          <span className="text-13 text-ink-2">{text}</span>
          {fine && <span className="text-12 text-ink-3">{fine}</span>}
        </li>
      ))}
    </ol>
  );
}
