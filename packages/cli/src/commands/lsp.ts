// `ninefold lsp`: language server on standard input and output, until the editor disconnects.

import { serveLanguage } from '../language-server/serve.ts'

export function lsp(): void {
  serveLanguage()
}
