// Groups of filters of a list ↔ the text of one parameter. A list finds the records that match all filters of at least
// one group. The page uses this module before the rest of the program is loaded, so it imports nothing.

/** The parameter for all groups but the first, whose filters are parameters of their own. */
export const OR = 'or'

export const FILTER_GROUPS_MAX = 9

/** The filters of one group, by name. All of them must match. */
export type FilterGroup = Readonly<Record<string, string>>

/** `state=open&assignee=me|priority=high`; names and values are percent-encoded. Null: the text is malformed. */
export function filterGroupsIn(text: string): readonly FilterGroup[] | null {
  try {
    return text === '' ? [] : text.split('|').map((group) => Object.fromEntries(group.split('&').map(filterIn)))
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** `assignee=me` → name and value. */
function filterIn(text: string): [string, string] {
  const [name = '', ...value] = text.split('=')
  return [decodeURIComponent(name), decodeURIComponent(value.join('='))]
}

export function filterGroupsText(groups: readonly FilterGroup[]): string {
  const encoded = (entry: readonly string[]): string => entry.map(encodeURIComponent).join('=')
  return groups.map((group) => Object.entries(group).map(encoded).join('&')).join('|')
}
