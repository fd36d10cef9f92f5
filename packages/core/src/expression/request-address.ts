// The addresses of the application and of the request, for answers.

/** `https://shop.example`: as stated in point 9, else as in the request. */
export const PUBLIC_ADDRESS = 'publicAddress'

/** `withQuery("page", 2)`: the address of the request with another value for one query parameter. */
export const WITH_QUERY = 'withQuery'

/** `pageLinks("page", query.size, total)`: links to the first, previous, next and last page, counted from 1. */
export const PAGE_LINKS = 'pageLinks'

/** `offsetLinks("offset", query.limit, total)`: the same by the number of records before the page. */
export const OFFSET_LINKS = 'offsetLinks'

/** The address up to the value, under a name that no author can write: `https://shop.example/books?limit=20&page=`. */
export function addressUpTo(parameter: string): string {
  return `${WITH_QUERY} ${parameter}`
}

/** The rest of the address behind the value: `&limit=20`, or nothing. */
export function addressBehind(parameter: string): string {
  return `${BEHIND} ${parameter}`
}

const BEHIND = `${WITH_QUERY} behind`

/** The parameter if the name is a part of such an address, else null. */
export function parameterOf(name: string): string | null {
  const [prefix] = [BEHIND, WITH_QUERY].filter((each) => name.startsWith(`${each} `))
  return prefix === undefined ? null : name.slice(prefix.length + 1)
}
