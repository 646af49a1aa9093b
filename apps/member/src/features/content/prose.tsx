import { useLayoutEffect, useRef } from 'react';
import { cleaned } from './clean-html.ts';

const LOOK = [
  'text-14 text-ink-2 [overflow-wrap:anywhere] [&>*+*]:mt-2.5',
  '[&_:is(h1,h2,h3,h4)]:font-semibold [&_:is(h1,h2,h3,h4)]:text-ink [&_:is(h1,h2)]:text-17 [&_:is(h3,h4)]:text-15 [&_:is(b,strong,th)]:font-semibold [&_:is(b,strong)]:text-ink',
  '[&_a]:text-water [&_a]:underline [&_a]:underline-offset-2',
  '[&_:is(ul,ol)]:ps-5 [&_ul]:list-disc [&_ol]:list-decimal [&_li+li]:mt-1 [&_blockquote]:border-s-2 [&_blockquote]:border-line-strong [&_blockquote]:ps-3',
  '[&_:is(i,em)]:italic [&_u]:underline [&_s]:line-through [&_small]:text-12 [&_sub]:align-sub [&_sup]:align-super [&_:is(sub,sup)]:text-11 [&_figcaption]:text-12 [&_figcaption]:text-ink-3',
  '[&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-md [&_hr]:border-t',
  '[&_:is(table,pre)]:block [&_:is(table,pre)]:max-w-full [&_:is(table,pre)]:overflow-x-auto [&_table]:border-collapse [&_:is(td,th)]:border [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-start [&_:is(pre,code)]:font-mono [&_:is(pre,code)]:text-13',
].join(' ');

/** HTML that operators wrote, sanitised (RULES 7), in the app's type. */
export function Prose({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(cleaned(html)), [html]);
  return <div ref={box} dir="auto" className={LOOK} />;
}
