// Steps including those nested in "for each" and "later", in the order of the text, for drafts and models.

interface Stepped<Item> {
  readonly action: { readonly kind: string; readonly steps?: readonly Item[] }
}

export function everyStep<Item extends Stepped<Item>>(steps: readonly Item[]): Item[] {
  return steps.flatMap((step) => [step, ...everyStep(step.action.steps ?? [])])
}
