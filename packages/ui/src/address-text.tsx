import { addressGroups } from './groups.ts';

/** An address in groups of four, its ends highlighted. Copied, it has no gaps. `large` is centred. */
export function AddressText({ address, large = false }: { readonly address: string; readonly large?: boolean }) {
  return (
    <p
      dir="ltr"
      className={`mono flex flex-wrap gap-x-2.5 [overflow-wrap:anywhere] ${large ? 'justify-center text-15 leading-[1.73]' : 'text-14 leading-[1.57]'}`}
    >
      {addressGroups(address).map(({ text, isEnd }, at) => (
        <span key={at} className={isEnd ? 'font-semibold text-water' : ''}>
          {text}
        </span>
      ))}
    </p>
  );
}
