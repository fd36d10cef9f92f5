// node:url

export const URL = globalThis.URL
export const URLSearchParams = globalThis.URLSearchParams
export const fileURLToPath = (url: URL | string): string => new URL(url).pathname
export const pathToFileURL = (path: string): URL => new URL(`file://${path}`)
export const domainToASCII = (name: string): string => new URL(`http://${name}`).hostname
export const format = String
export default { URL, URLSearchParams, fileURLToPath, pathToFileURL, domainToASCII, format }
