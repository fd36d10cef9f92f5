// Promise: no line of a text can be removed, and no value in it changed, without a report: from the checker, or from
// `plan` to the people concerned.

import { compile } from '../../../packages/core/src/compile.ts'
import { runLinesMachine } from '../../../packages/cli/src/testing/lines/lines-machine.ts'
import { projectFiles, textOf } from '../../project-files.ts'
import { completeFragment } from '../../reference/reference-fragment.ts'
import { specFences } from '../../reference/reference-page.ts'
import { referencePages } from '../../reference/reference-pages.ts'
import type { Proof } from '../proof.ts'

const SAID_MAX = 400

export const lines: Proof = {
  counted: 'ALTERATIONS',
  usual: 20_000,
  run: ({ size, seed, told }) => {
    const texts = wholeTexts()
    const found = runLinesMachine({ texts, alterations: size, seed, told })
    const said = `${found.errors} errors, ${found.remarks} other remarks, ${found.sentences} sentences of a plan, ${found.same} the same`
    for (const [why, times] of Object.entries(found.reasons)) told(`${times} the same: ${why}`)
    return Promise.resolve({
      figures: `${found.alterations} alterations of ${texts.length} texts: ${said}, ${found.silent.length} silent`,
      broken: found.silent.slice(0, SAID_MAX),
    })
  },
}

/** Every text of the project without errors: applications, and completed fragments from pages of the manual. */
function wholeTexts(): { readonly name: string; readonly text: string }[] {
  const files = projectFiles(['examples/*/app.md', 'packages/*/src/**/testing/**/*.md', 'packages/*/src/examples/*.md'])
  const applications = files.map((name) => ({ name, text: textOf(name) })).filter(({ text }) => text.startsWith('# '))
  const shown = referencePages().flatMap(({ file, point }) =>
    specFences(textOf(file)).map((fence, at) => ({
      name: `${file} ${at + 1}`,
      text: completeFragment(fence, point).text,
    })),
  )
  const seen = new Set<string>()
  return [...applications, ...shown].filter(({ text }) => {
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew && isWhole(text)
  })
}

/**
 * A message that is never sent, a line of a later version, a provider that nobody uses and a translation that nobody
 * reads have no effect. The checker reports these and nothing else.
 */
const WITHOUT_EFFECT = ['N717', 'N012', 'N640', 'N921']

function isWhole(text: string): boolean {
  const { model, diagnostics } = compile(text)
  return model !== null && !diagnostics.some(({ number }) => WITHOUT_EFFECT.includes(number))
}
