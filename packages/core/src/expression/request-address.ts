// The addresses of the application and of the request, for answers.

/** `https://shop.example`: as stated in point 9, else as in the request. */
export const PUBLIC_ADDRESS = 'publicAddress'

/** `withQuery("page", 2)`: the address of the request with another value for one query parameter. */
export const WITH_QUERY = 'withQuery'

/** The address up to the value, under a name that no author can write: `https://shop.example/books?limit=20&page=`. */
export function addressUpTo(parameter: string): string {
  return `${WITH_QUERY} ${parameter}`
}

/** The parameter if the name is such an address, else null. */
export function parameterOf(name: string): string | null {
  return name.startsWith(`${WITH_QUERY} `) ? name.slice(WITH_QUERY.length + 1) : null
}
