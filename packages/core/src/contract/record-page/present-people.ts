// People who are at a record, as its page shows them.

/** The path below that of the record's block. */
export const PRESENT = 'present'

export interface PresentPeople {
  /** `label` null: the reader may not see it. */
  readonly items: readonly { readonly id: string | number; readonly label: string | null }[]
  /** All of them whom the reader may see, the reader included. */
  readonly total: number
}
