// The query of a request as it came: names with one value, or several.

/** The end of a name of one value of a list: `tags[]`, `tags[0]`. */
export const LIST_INDEX = /\[\d{0,4}\]$/

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>
