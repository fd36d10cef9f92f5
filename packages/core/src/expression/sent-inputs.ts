// Whether an input was sent at all, possibly as null: an internal name that no author can write.

export function sentVariable(input: string): string {
  return `${input} was sent`
}
