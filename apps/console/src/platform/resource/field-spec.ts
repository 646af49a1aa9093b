import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';

/** What a field that is drawn by its own screen is given. */
export interface OwnField {
  readonly label: string;
  readonly help: ReactNode;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

/** A field of a form, declared. */
export interface FieldSpec {
  /** The wire's name. */
  readonly name: string;
  readonly label: string;
  /**
   * `decimal` is an amount, price or rate, sent as the text that was typed; `whole` a number without places; `row` one
   * of another resource's rows; `html` an article with its preview; `member` a member, found by name; `own` is drawn by
   * `draw`.
   */
  readonly kind:
    | 'text'
    | 'long'
    | 'html'
    | 'decimal'
    | 'whole'
    | 'flag'
    | 'choice'
    | 'row'
    | 'member'
    | 'image'
    | 'password'
    | 'own';
  /** Where it is offered: in making or in changing alone. */
  readonly on?: 'create' | 'edit';
  /** May be empty: sent as an empty text (`empty`), or not at all (`left-out`). */
  readonly isOptional?: 'empty' | 'left-out';
  readonly help?: ReactNode;
  readonly unit?: string;
  /** Of a `decimal` that is a rate: a fraction is shown in percent besides. */
  readonly rate?: 'fraction';
  /** Of a `choice`. A number is sent as one. */
  readonly options?: readonly { readonly value: string | number; readonly label: string }[];
  /** Of a `choice` that may be empty: what it is when nothing is chosen. */
  readonly none?: string;
  /** Of a `row`: where they are, what each is called, and what is sent of it when that is not its id. */
  readonly rows?: {
    readonly resource: string;
    readonly nameOf: (row: RaRecord) => string;
    readonly keyOf?: (row: RaRecord) => string | number;
    readonly isFit?: (row: RaRecord) => boolean;
  };
  /** Stands above it, where a part of the form begins. */
  readonly heading?: string;
  /** Shares its line with the next one that is half, where there is room. */
  readonly isHalf?: boolean;
  /** Offered only while this holds of what is written in the form. */
  readonly shownIf?: (values: Readonly<Record<string, unknown>>) => boolean;
  /** Of an `own`. */
  readonly draw?: (field: OwnField) => ReactNode;
  /** Of an `own`: what is sent of what stands in it. */
  readonly send?: (value: unknown) => unknown;
}
