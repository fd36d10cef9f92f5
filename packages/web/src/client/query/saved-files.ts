// An answer that is a file → a file that the browser saves. Loaded when there is one.

const REVOKED_AFTER_MS = 60_000

/** Under the name in the header Content-Disposition. */
export function save(content: Blob, disposition: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = nameOfFile(disposition)
  link.click()
  // Saving it has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKED_AFTER_MS)
}

/** RFC 6266: the name with letters of any language goes before the plain one. */
function nameOfFile(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  const [, quoted, plain] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? plain ?? 'document.pdf'
}
