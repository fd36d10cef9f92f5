// A value that was sent and the one that came back → whether nothing was altered on the way.

/** Surrounding blanks of a text mean nothing, a blank text is an empty one, and numbers and moments have one spelling each. */
export function isSameValue(sent: unknown, kept: unknown): boolean {
  if (typeof sent === 'string' && sent.trim() === '') return kept === null || kept === sent
  if (typeof sent === 'string' && sent.trim() === kept) return true
  // E-mail addresses, and what is unique ignoring case, are kept in one spelling.
  if (typeof sent === 'string' && sent.normalize('NFKC').trim() === kept) return true
  if (typeof sent === 'string' && typeof kept === 'string' && /^[0-9-]{10}T/.test(sent))
    return Date.parse(sent) === Date.parse(kept)
  if (typeof kept === 'string' && /^-?[0-9]+([.][0-9]+)?$/.test(kept)) return Number(sent) === Number(kept)
  if (typeof sent === 'string' && typeof kept === 'string' && /^[0-9:]+$/.test(sent)) return kept.startsWith(sent)
  return JSON.stringify(sent) === JSON.stringify(kept) || (Object.is(sent, -0) && kept === 0)
}
