// The clock of the browser → the day on which a text is checked: what it says ends on a day may be over.

/** `2026-01-31`, as it is here. */
export function today(): string {
  return new Date().toLocaleDateString('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
}
