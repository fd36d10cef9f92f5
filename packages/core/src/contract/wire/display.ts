// Wire types for columns: the key of a value in a row, its label, and the form in which it is shown.

export interface AppColumn {
  /** `category.name`: the key of its value in a row. */
  readonly key: string
  readonly label: string
  /** Every entity has it, nobody has named it: its label is said in the language of whoever reads it. */
  readonly isBuiltIn?: true
  readonly display: Display
  readonly isSortable: boolean
  /** A web address that a button leads to, under the label. */
  readonly isButton?: true
  /** The page of the record that it names: a pattern, filled from the row's `links`. */
  readonly page?: string
  /** Of a record's page: a value of its own, of which the title is made. */
  readonly isInTitle?: true
  /** Of a text: the key of the list of users beside it, whom it may name behind an `@`. */
  readonly mentions?: string
  /** A number that the product gives, or what is made of it: it names the row, and says nothing about it. */
  readonly isKey?: true
}

/** Measure: a value of a row, and how it is shown. */
export type AppMeasure = Pick<AppColumn, 'key' | 'label' | 'display'>

/** How a value is shown. Choices and states carry their words in order. */
export type Display =
  /** `names`: it is a code that a browser knows the name of. */
  | { readonly kind: 'text'; readonly names?: 'region' | 'language' }
  | {
      readonly kind:
        | 'long text'
        | 'formatted text'
        | 'email'
        | 'url'
        | 'number'
        | 'yes/no'
        | 'date'
        | 'time'
        | 'date and time'
        | 'duration'
        /** `{name, size, type, url}` */
        | 'file'
      /** Of a date or a moment: the key of the yes/no that says it has passed. */
      readonly deadline?: string
      /** Of a number: `%`, `points`. */
      readonly unit?: string
      /** Of a decimal: as many digits as all of its kind have behind the point. */
      readonly places?: number
      /** Of a yes/no: yes is bad news. */
      readonly isBad?: true
    }
  /** `isUrgency`: the last presses most. */
  | { readonly kind: 'choice' | 'state'; readonly values: readonly Choice[]; readonly isUrgency?: true }
  | { readonly kind: 'period'; readonly of: 'date' | 'date and time' }
  /** True: there is a text, which `GET /_ninefold/secrets/<entity>/<id>/<field>` tells whoever may see it. */
  | { readonly kind: 'secret'; readonly entity: string; readonly field: string }
  /** A decimal as text, in this currency; null: `{amount, currency}`. */
  | { readonly kind: 'money'; readonly currency: string | null }
  /** Several values, each shown like `of`. */
  | { readonly kind: 'list'; readonly of: Display }

export interface Choice {
  readonly value: string
  readonly label: string
}
