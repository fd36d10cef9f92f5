// Texts → all that Ninefold makes of each: what `ninefold check --format json` prints, and the model. Bundled for a browser
// and run as it is by Node, for same-in-browser.browser.test.ts.

import { compile } from '@ninefold/core/compile.ts'
import { printJson } from '@ninefold/core/diagnostic/print-json.ts'

export function whatIsSaid(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const { diagnostics, questions, model } = compile(text)
    return printJson(diagnostics, { file: 'app.md', text }, questions) + JSON.stringify(model)
  })
}
