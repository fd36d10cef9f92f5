// A question about a thing → its answer, worked out when it is first asked, and remembered as long as the thing is.
// For what is asked row after row, about a thing that changes no more.

export function onceFor<Thing extends object, Answer>(answer: (thing: Thing) => Answer): (thing: Thing) => Answer {
  const answers = new WeakMap<Thing, { readonly answer: Answer }>()
  return (thing) => {
    const known = answers.get(thing)
    if (known !== undefined) return known.answer
    const found = { answer: answer(thing) }
    answers.set(thing, found)
    return found.answer
  }
}
