// The addresses of the application and of the request, as answers name them.

/** `https://shop.example`: as point 9 states it, else as the request came. */
export const PUBLIC_ADDRESS = 'publicAddress'

/** `withQuery("page", 2)`: the address of the request with another value for one parameter of its query. */
export const WITH_QUERY = 'withQuery'

/** That address as far as the value, under a name that no author can write: `https://shop.example/books?limit=20&page=`. */
export function addressUpTo(parameter: string): string {
  return `${WITH_QUERY} ${parameter}`
}

/** The parameter, where the name is one of these; else null. */
export function parameterOf(name: string): string | null {
  return name.startsWith(`${WITH_QUERY} `) ? name.slice(WITH_QUERY.length + 1) : null
}
