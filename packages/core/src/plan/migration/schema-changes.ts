// Facts about a change that two schemas do not show: identities of names, and values for existing records.

export interface SchemaChanges {
  readonly entities: readonly EntityRename[]
  readonly fields: readonly FieldRename[]
  readonly words: readonly WordChange[]
  readonly roles: readonly RoleRename[]
  readonly values: readonly ValueChange[]
  /** Fields with a new rule that existing records may violate until they change, by their new names. */
  readonly kept: readonly { readonly entity: string; readonly field: string }[]
  /** Reused names: stored data under them belongs to another thing than the present one. `field` null: the entity. */
  readonly replaced: readonly { readonly entity: string; readonly field: string | null }[]
  /**
   * Parts that the text explicitly removes, by their old names; `field` null: the entity. They need no further consent.
   */
  readonly removed: readonly { readonly entity: string; readonly field: string | null }[]
}

export interface EntityRename {
  readonly from: string
  readonly to: string
}

export type RoleRename = EntityRename

/** `entity` is the new name. */
export interface FieldRename {
  readonly entity: string
  readonly from: string
  readonly to: string
}

/** A state or choice of a field, by its present name. */
export interface WordChange {
  readonly entity: string
  readonly field: string
  readonly from: string
  readonly to: string
  /** True: the same word under another name; false: a replacement by another word. */
  readonly isRename: boolean
}

/** Stated values of a field for existing records. */
export interface ValueChange {
  /** New names. */
  readonly entity: string
  readonly field: string
  /** SQL text over the row `t` of the entity's table in its old form, before any rename. */
  readonly sql: string
}

export const NO_CHANGES: SchemaChanges = {
  entities: [],
  fields: [],
  words: [],
  roles: [],
  values: [],
  kept: [],
  replaced: [],
  removed: [],
}
