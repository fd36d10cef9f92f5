// `ninefold lsp`: an editor's questions on standard input → answers on standard output, until the editor ends it.

import { serveLanguage } from '../language-server/serve.ts'

export function lsp(): void {
  serveLanguage()
}
