// Whether an input was sent at all, be it as null: a name beside the input's own, which no author can write.

export function sentVariable(input: string): string {
  return `${input} was sent`
}
