import 'react';

declare module 'react' {
  /** A style may set custom properties: `style={{ '--at': '40%' }}`. */
  interface CSSProperties {
    readonly [name: `--${string}`]: string | number;
  }
}
