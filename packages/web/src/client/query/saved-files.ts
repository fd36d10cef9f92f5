// A file answer → a download. Loaded on demand.

const REVOKED_AFTER_MS = 60_000

/** Under the name in the header Content-Disposition. */
export function save(content: Blob, disposition: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = nameOfFile(disposition)
  link.click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKED_AFTER_MS)
}

/** RFC 6266: the extended name takes precedence over the plain one. */
function nameOfFile(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  const [, quoted, plain] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? plain ?? 'document.pdf'
}
