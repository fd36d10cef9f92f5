// The types of an entity's fields: the second closed set, beside the nine points. `Name` is the type of names and
// `Bound` that of limits: as written in a draft (`Written`), resolved in a model (`string`, `number`).

/** Texts that people write as they like, as opposed to codes of a standard. */
export const WRITTEN_TEXT_KINDS = ['text', 'long text', 'formatted text', 'email', 'url', 'phone'] as const

/** Types that differ only in validation, input and display. */
export const TEXT_KINDS = [...WRITTEN_TEXT_KINDS, 'country', 'language', 'time zone', 'colour'] as const

export type TextKind = (typeof TEXT_KINDS)[number]

/** Types of the values of a map. Each value has its place in the JSON of the map. */
export type MapValueType<Bound> =
  | { readonly kind: TextKind; readonly lengthMin: Bound | null; readonly lengthMax: Bound | null }
  | { readonly kind: 'whole number'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'decimal'; readonly places: number }
  | { readonly kind: 'yes/no' }
  | { readonly kind: 'date' }

export type FieldType<Name, Bound> =
  | { readonly kind: TextKind; readonly lengthMin: Bound | null; readonly lengthMax: Bound | null }
  | { readonly kind: 'password'; readonly lengthMin: Bound | null; readonly lengthMax: Bound | null }
  | { readonly kind: 'whole number'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'decimal'; readonly places: number }
  | { readonly kind: 'percent' }
  /** `currency` null: each amount has its own. `supplied`: the default currency of an amount. */
  | { readonly kind: 'money'; readonly currency: string | null; readonly supplied?: string }
  | { readonly kind: 'yes/no' }
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  | { readonly kind: 'date and time' }
  | { readonly kind: 'duration' }
  /**
   * Any value of JSON, stored as it is. `definedBy`: an object, whose keys and values records of this entity describe
   * (model/custom-fields/definitions.ts).
   */
  | { readonly kind: 'json'; readonly definedBy?: Name }
  /** An object with free keys, whose values have one type. */
  | { readonly kind: 'map'; readonly item: MapValueType<Bound>; readonly countMax: number | null }
  /** From the start to the end (exclusive). */
  | { readonly kind: 'period'; readonly of: 'date' | 'date and time' }
  /** One or several values of a list; `labels` by value, if stated. */
  | { readonly kind: 'choice' | 'choices'; readonly values: readonly Name[]; readonly labels?: ChoiceLabels }
  | { readonly kind: 'state' }
  /** A generated number, counted separately per value of `per` and per calendar year. */
  | {
      readonly kind: 'sequence'
      readonly from: number
      readonly per: Name | null
      readonly isPerYear: boolean
      /** `INV-{year}-{n:5}`: the value is then a text. */
      readonly format: string | null
      readonly isWithoutGaps: boolean
    }
  /** A text for addresses, derived from another field. It follows that field unless it is fixed. */
  | {
      readonly kind: 'slug'
      readonly from: Name
      readonly isNumberedWhenTaken: boolean
      readonly never: readonly string[]
      readonly isFixed: boolean
    }
  /** Unguessable characters, created with the record and never changed. */
  | { readonly kind: 'random code'; readonly length: number }
  /** The place of a record in an order by hand, as a text. The product gives each new record the last place. */
  | { readonly kind: 'rank' }
  /** `countMax` null: a single file; else a list. */
  | {
      readonly kind: 'file'
      readonly media: 'file' | 'image'
      readonly bytesMax: Bound
      readonly isList: boolean
      readonly countMax: Bound | null
    }
  /** Stored encrypted; readable by callers who may see it. */
  | { readonly kind: 'secret text' }
  /** To-one: the column contains the other record's id. */
  | { readonly kind: 'reference'; readonly entity: Name }
  /** The only record of `entity` whose unique reference `via` refers here. */
  | { readonly kind: 'inverse'; readonly entity: Name; readonly via: Name }
  /**
   * To-many. `via` and `through` null: many-to-many with a link table. `via`: the field of `entity` that refers back.
   * `through`: by the records of a linking entity.
   */
  | {
      readonly kind: 'collection'
      readonly entity: Name
      readonly via: Name | null
      readonly through: Through<Name> | null
      readonly sortedBy: { readonly field: Name; readonly direction: Direction } | null
    }
  /** The three built-in kinds, which authors cannot write. */
  | { readonly kind: 'identifier'; readonly form: 'random' | 'counting' }
  | { readonly kind: 'version' }

export type FieldKind = FieldType<unknown, unknown>['kind']

/** `Membership`, whose field `own` refers here and whose field `other` refers to the list's records. */
export interface Through<Name> {
  readonly entity: Name
  readonly own: Name
  readonly other: Name
}

export type ChoiceLabels = Readonly<Record<string, string>>

/** Kinds with generated values: they are never given, and never missing in a new record. */
export const MADE_BY_PRODUCT: readonly FieldKind[] = [
  'state',
  'sequence',
  'slug',
  'random code',
  'identifier',
  'version',
]

/** Kinds without a meaningful order. */
export const WITHOUT_ORDER: readonly FieldKind[] = [
  'collection',
  'reference',
  'inverse',
  'choices',
  'period',
  'map',
  'json',
  'file',
  'password',
  'secret text',
]

export type Direction = 'ascending' | 'descending'

export interface Sort {
  /** A field, or a path to one: `room.name`, `during.start`. */
  readonly field: string
  readonly direction: Direction
}

/** Effect on a record when the referenced record is deleted. */
export type DeletionEffect = 'deleted together' | 'blocks deletion' | 'cleared on deletion'

/** Tells whether its value is the reverse of fields of other records, and so is not given here. */
export function isOtherSide(type: FieldType<unknown, unknown>): boolean {
  return type.kind === 'inverse' || (type.kind === 'collection' && (type.via !== null || type.through !== null))
}

/** Tells whether one column contains several values. It may be an empty list, but never NULL. */
export function isListOfValues(type: FieldType<unknown, unknown>): boolean {
  return type.kind === 'choices' || (type.kind === 'file' && type.isList)
}
