// The query of a request as it came: names with one value, or several.

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>
