import { buttonClass, Mark } from '@plimsoll/ui';

/** Shown when not even words could be loaded: it uses signs and plain English. */
export function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <main
      lang="en"
      dir="ltr"
      className="mx-auto grid min-h-dvh max-w-(--column) content-center justify-items-center gap-3 bg-bg p-8 text-center"
    >
      <Mark size={56} />
      <div role="alert" className="grid gap-3">
        <h1 className="text-17 font-semibold">Plimsoll could not be reached</h1>
        <p className="text-14 text-ink-2">Check your connection. Nothing was sent.</p>
      </div>
      <button type="button" onClick={onRetry} className={`${buttonClass()} mt-3`}>
        Try again
      </button>
    </main>
  );
}
