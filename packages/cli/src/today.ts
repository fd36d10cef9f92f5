// Today's date by the clock of this computer, for checks of texts: lines with an end date may have expired.

/** `2026-01-31`, in the local time zone. */
export function today(): string {
  return new Date().toLocaleDateString('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
}
