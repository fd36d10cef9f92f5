// Forms of the language that made-up specifications have: how many of them, which are missing, and the few seeds that have all.

import { coverageOf } from '../../../packages/cli/src/testing/meaning/language-forms/covering-seeds.ts'
import { formsOfLanguage } from '../../../packages/cli/src/testing/meaning/language-forms/forms-of-language.ts'
import { LEFT_OUT } from '../../../packages/cli/src/testing/meaning/language-forms/left-out.ts'
import type { Proof } from '../proof.ts'

export const forms: Proof = {
  counted: 'SPECIFICATIONS',
  usual: 400,
  run: ({ size, seed, told }) => {
    const { forms: madeUp, seeds } = coverageOf(seed, size)
    const all = [...formsOfLanguage()]
    const missing = all.filter((form) => !madeUp.has(form))
    const unexplained = missing.filter((form) => !LEFT_OUT.some(({ forms: known }) => known.test(form)))
    told(`  seeds that have all that is made up: ${seeds.join(', ')}`)
    return Promise.resolve({
      figures:
        `${all.length} forms, ${all.length - missing.length} of them made up, ` +
        `${missing.length - unexplained.length} left out for a reason, ${unexplained.length} missing`,
      broken: unexplained,
    })
  },
}
