// A sent value and the returned one → whether it was altered.

/** Surrounding spaces are ignored, a blank text is empty, and numbers and moments are normalised. */
export function isSameValue(sent: unknown, kept: unknown): boolean {
  if (typeof sent === 'string' && sent.trim() === '') return kept === null || kept === sent
  if (typeof sent === 'string' && sent.trim() === kept) return true
  // E-mail addresses and case-insensitively unique texts are normalised.
  if (typeof sent === 'string' && sent.normalize('NFKC').trim() === kept) return true
  if (typeof sent === 'string' && typeof kept === 'string' && /^[0-9-]{10}T/.test(sent))
    return Date.parse(sent) === Date.parse(kept)
  if (typeof kept === 'string' && /^-?[0-9]+([.][0-9]+)?$/.test(kept)) return Number(sent) === Number(kept)
  if (typeof sent === 'string' && typeof kept === 'string' && /^[0-9:]+$/.test(sent)) return kept.startsWith(sent)
  return JSON.stringify(sent) === JSON.stringify(kept) || (Object.is(sent, -0) && kept === 0)
}
