// Known facts about a change besides the two schemas: names for the same thing, and the treatment of values of existing
// records.

export interface SchemaChanges {
  readonly entities: readonly EntityRename[]
  readonly fields: readonly FieldRename[]
  readonly words: readonly WordChange[]
  readonly roles: readonly RoleRename[]
  readonly values: readonly ValueChange[]
  /** Fields whose records may go on breaking a new rule until they are changed, by their new names. */
  readonly kept: readonly { readonly entity: string; readonly field: string }[]
  /** Names that something else had: what is kept under them is not of what is called so now. `field` null: the entity. */
  readonly replaced: readonly { readonly entity: string; readonly field: string | null }[]
  /** Parts that the text removes, by their old names; `field` null: the entity. Nobody has to be asked again. */
  readonly removed: readonly { readonly entity: string; readonly field: string | null }[]
}

export interface EntityRename {
  readonly from: string
  readonly to: string
}

export type RoleRename = EntityRename

/** `entity` has its new name. */
export interface FieldRename {
  readonly entity: string
  readonly from: string
  readonly to: string
}

/** A state or a choice of a field, named as it is now. */
export interface WordChange {
  readonly entity: string
  readonly field: string
  readonly from: string
  readonly to: string
  /** The same word under another name, or one that takes the place of another? */
  readonly isRename: boolean
}

/** Values of a field for records that exist. */
export interface ValueChange {
  /** By their new names. */
  readonly entity: string
  readonly field: string
  /** SQL text over the row `t` of the entity's table as it was, before anything is renamed. */
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
