// A memoised question about a thing: computed on first use, and cached as long as the thing lives. For repeated
// questions about immutable things.

export function memoized<Thing extends object, Answer>(answer: (thing: Thing) => Answer): (thing: Thing) => Answer {
  const answers = new WeakMap<Thing, { readonly answer: Answer }>()
  return (thing) => {
    const known = answers.get(thing)
    if (known !== undefined) return known.answer
    const found = { answer: answer(thing) }
    answers.set(thing, found)
    return found.answer
  }
}
