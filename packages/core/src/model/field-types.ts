// The types that a field of an entity can have: the second closed set, beside the nine points.
// `Name` is how another entity is named and `Bound` how a limit is given: as written in a draft
// (`Written`), resolved in a model (`string`, `number`).

/** Types that differ only by how a text is checked, entered and shown. */
export const TEXT_KINDS = [
  'text',
  'long text',
  'formatted text',
  'email',
  'url',
  'phone',
  'country',
  'language',
  'time zone',
  'colour',
] as const

export type TextKind = (typeof TEXT_KINDS)[number]

export type FieldType<Name, Bound> =
  | { readonly kind: TextKind; readonly lengthMin: Bound | null; readonly lengthMax: Bound | null }
  | { readonly kind: 'password'; readonly lengthMin: Bound | null; readonly lengthMax: Bound | null }
  | { readonly kind: 'whole number'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'decimal'; readonly places: number }
  | { readonly kind: 'percent' }
  /** `currency` null: each amount has its own. `supplied`: the one of an amount that names none. */
  | { readonly kind: 'money'; readonly currency: string | null; readonly supplied?: string }
  | { readonly kind: 'yes/no' }
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  | { readonly kind: 'date and time' }
  | { readonly kind: 'duration' }
  /** From the start up to, but not including, the end. */
  | { readonly kind: 'period'; readonly of: 'date' | 'date and time' }
  /** One value of a list, or several of them; `labels` by value, where the specification gives them. */
  | { readonly kind: 'choice' | 'choices'; readonly values: readonly Name[]; readonly labels?: ChoiceLabels }
  | { readonly kind: 'state' }
  /** The next number by itself, counted for each value of `per` and each calendar year apart. */
  | {
      readonly kind: 'sequence'
      readonly from: number
      readonly per: Name | null
      readonly isPerYear: boolean
      /** `INV-{year}-{n:5}`: the value is then a text. */
      readonly format: string | null
      readonly isWithoutGaps: boolean
    }
  /** A text for addresses, made from another field. It follows that field unless it is fixed. */
  | {
      readonly kind: 'slug'
      readonly from: Name
      readonly isNumberedWhenTaken: boolean
      readonly never: readonly string[]
      readonly isFixed: boolean
    }
  /** Characters that nobody can guess, made with the record and never changed. */
  | { readonly kind: 'random code'; readonly length: number }
  /** `countMax` null: one of them; else a list. */
  | {
      readonly kind: 'file'
      readonly media: 'file' | 'image'
      readonly bytesMax: Bound
      readonly isList: boolean
      readonly countMax: Bound | null
    }
  /** Stored encrypted; read by whoever may see it. */
  | { readonly kind: 'secret text' }
  /** To-one: the column holds the other record's id. */
  | { readonly kind: 'reference'; readonly entity: Name }
  /** The one record of `entity` whose reference `via`, which is unique, points here. */
  | { readonly kind: 'inverse'; readonly entity: Name; readonly via: Name }
  /**
   * To-many. `via` and `through` null: many-to-many of its own. `via`: the field of `entity` that points back.
   * `through`: by the records of a third entity, which has fields of its own.
   */
  | {
      readonly kind: 'collection'
      readonly entity: Name
      readonly via: Name | null
      readonly through: Through<Name> | null
      readonly sortedBy: { readonly field: Name; readonly direction: Direction } | null
    }
  /** The three built-in kinds that no author writes. */
  | { readonly kind: 'identifier'; readonly form: 'random' | 'counting' }
  | { readonly kind: 'version' }

export type FieldKind = FieldType<unknown, unknown>['kind']

/** `Membership`, whose field `own` points here and whose field `other` to the records of the list. */
export interface Through<Name> {
  readonly entity: Name
  readonly own: Name
  readonly other: Name
}

export type ChoiceLabels = Readonly<Record<string, string>>

/** Kinds whose values the product makes by itself: nobody gives them, and a new record never lacks them. */
export const MADE_BY_PRODUCT: readonly FieldKind[] = [
  'state',
  'sequence',
  'slug',
  'random code',
  'identifier',
  'version',
]

/** Kinds whose values come in no order that anybody would look for. */
export const WITHOUT_ORDER: readonly FieldKind[] = [
  'collection',
  'reference',
  'inverse',
  'choices',
  'period',
  'file',
  'password',
  'secret text',
]

export type Direction = 'ascending' | 'descending'

export interface Sort {
  /** A field, or with dots between them the fields that lead to one: `room.name`, `during.start`. */
  readonly field: string
  readonly direction: Direction
}

/** Effect on a record when the record that its field points to is deleted. */
export type DeletionEffect = 'deleted together' | 'blocks deletion' | 'cleared on deletion'

/** Does its value follow from fields of other records, so that nobody gives it here? */
export function isOtherSide(type: FieldType<unknown, unknown>): boolean {
  return type.kind === 'inverse' || (type.kind === 'collection' && (type.via !== null || type.through !== null))
}

/** Does one column hold several values? They may be none, but never empty. */
export function isListOfValues(type: FieldType<unknown, unknown>): boolean {
  return type.kind === 'choices' || (type.kind === 'file' && type.isList)
}
