// On a board by a reference: the key of a row at which stands what the record of its column is called.

export function laneLabelKey(by: string): string {
  return `${by} label`
}
