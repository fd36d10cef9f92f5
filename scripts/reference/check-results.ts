// Texts → the output of `ninefold check --format json` and the model for each. Bundled for a browser, and run unbundled
// by Node, for same-in-browser.browser.test.ts.

import { compile } from '@ninefold/core/compile.ts'
import { printJson } from '@ninefold/core/diagnostic/print-json.ts'

export function whatIsSaid(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const { diagnostics, questions, model } = compile(text)
    return printJson(diagnostics, { file: 'app.md', text }, questions) + JSON.stringify(model)
  })
}
