// Components of an OpenAPI document → names of TypeScript types, distinct from each other, from keywords, and from the
// client's own names.

/** Keywords, and names that the client uses or exports. */
const TAKEN = `
  any bigint boolean never null number object string symbol undefined unknown void break case catch class
  const continue debugger default delete do else enum export extends false finally for function if import in
  instanceof new return super switch this throw true try typeof var while with yield let static implements
  interface package private protected public await async type Array Blob Error Exclude Extract FormData
  Headers Object Partial Promise Record RequestCredentials RequestInit Response String URL URLSearchParams
  Calls Call CallName Answer AnswerOf Arguments Client ClientOptions CommonCode Refusal Sent UnknownAnswer
`.split(/\s+/)

export function typeNames(components: readonly string[]): Map<string, string> {
  const taken = new Set(TAKEN)
  return new Map(
    components.map((component) => {
      const name = freeName(component, taken)
      taken.add(name)
      return [`#/components/schemas/${component}`, name]
    }),
  )
}

/** `Team.record` → `TeamRecord`. */
function freeName(component: string, taken: ReadonlySet<string>): string {
  const words = component.split(/[^A-Za-z0-9_]+/).filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  let free = /^[A-Za-z_]/.test(name) ? name : `Type${name}`
  while (taken.has(free)) free += '_'
  return free
}
