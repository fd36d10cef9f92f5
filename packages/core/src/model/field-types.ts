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
  | { readonly kind: 'money'; readonly currency: string | null }
  | { readonly kind: 'yes/no' }
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  | { readonly kind: 'date and time' }
  | { readonly kind: 'duration' }
  | { readonly kind: 'choice'; readonly values: readonly Name[] }
  | { readonly kind: 'state' }
  | { readonly kind: 'sequence'; readonly from: number }
  /** To-one: the column holds the other record's id. */
  | { readonly kind: 'reference'; readonly entity: Name }
  /** To-many. `via` null: many-to-many of its own; else the field of `entity` that points back. */
  | {
      readonly kind: 'collection'
      readonly entity: Name
      readonly via: Name | null
      readonly sortedBy: { readonly field: Name; readonly direction: Direction } | null
    }
  /** The three built-in kinds that no author writes. */
  | { readonly kind: 'identifier'; readonly form: 'random' | 'counting' }
  | { readonly kind: 'version' }

export type FieldKind = FieldType<unknown, unknown>['kind']

export type Direction = 'ascending' | 'descending'

/** What happens to a record when the record that its field points to is deleted. */
export type DeletionEffect = 'deleted together' | 'blocks deletion' | 'cleared on deletion'
