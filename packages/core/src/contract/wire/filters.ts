// Filters of a list, as the browser is sent them.

/** A filter that a list of a screen has. */
export interface AppFilter {
  /** Name of the query parameter: the field's name, with `.contains` where a text is looked for within it. */
  readonly name: string
  readonly label: string
  /** As of a column. */
  readonly isBuiltIn?: true
  readonly filter:
    | { readonly kind: 'choice'; readonly values: readonly { readonly value: string; readonly label: string }[] }
    | { readonly kind: 'yes/no' }
    /** Values come from `/_ninefold/options/<entity>`. */
    | { readonly kind: 'reference'; readonly entity: string }
    /** Null: of amounts in any currency. */
    | { readonly kind: 'money'; readonly currency: string | null }
    | { readonly kind: 'text' | 'number' | 'date' }
  /** A call is asked, which knows one value and no more. */
  readonly isOneValue?: true
  /** There may be no value, which can be asked for too. */
  readonly mayBeEmpty?: true
}
