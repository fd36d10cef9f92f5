// The browser's clock → the day of the check, because statements with a last day may have expired.

/** `2026-01-31`, local date. */
export function today(): string {
  return new Date().toLocaleDateString('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
}
