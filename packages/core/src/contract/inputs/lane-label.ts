// On a board by a reference: the row's key with the label of the lane's record.

export function laneLabelKey(by: string): string {
  return `${by} label`
}
